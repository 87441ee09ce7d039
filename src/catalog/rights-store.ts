import type { Database } from "bun:sqlite";

export interface RightsOnFile {
  /** Songs with rights on file. */
  readonly songs: number;
  /** Songs whose shares do not add up. */
  readonly faults: number;
  /** The first of these, and what is wrong. */
  readonly first: readonly { readonly id: string; readonly fault: string }[];
}

/** Counts what the doctor reports. It reads all rights of a catalog once. */
export function rightsOnFile(sqlite: Database, faultsMax: number): RightsOnFile {
  const count = (query: string): number => sqlite.query<{ count: number }, []>(query).get()?.count ?? 0;
  return {
    songs: count("SELECT count(*) AS count FROM song_rights"),
    faults: count("SELECT count(*) AS count FROM song_rights WHERE fault IS NOT NULL"),
    first: sqlite
      .query<{ id: string; fault: string }, [number]>(
        `SELECT s.id, r.fault FROM song_rights r JOIN songs s ON s.ordinal = r.ordinal
         WHERE r.fault IS NOT NULL ORDER BY r.ordinal LIMIT ?`,
      )
      .all(faultsMax),
  };
}
