import { MEDIA_KNOWLEDGE } from "../../../schema/change-subjects.ts";
import type { Reading, Writing } from "../../db/service-db.ts";
import type { MediaSource } from "../../audio/source-store.ts";

/** The key and the ref of a row in `media_made`. */
export interface MadeRow {
  readonly digest: string;
  readonly kind: string;
  readonly recipe: string;
  readonly ref: string | null;
}

/** Returns the next sources, ordered by ref. */
export function sourcesAfter({ sqlite }: Reading, after: string, limit: number): readonly MediaSource[] {
  return sqlite.query<MediaSource, [string, number]>(SWEEP_QUERIES.sources).all(after, limit);
}

/** Returns the next rows, ordered by key. */
export function madeAfter({ sqlite }: Reading, after: MadeRow | null, limit: number): readonly MadeRow[] {
  return sqlite
    .query<MadeRow, [string, string, string, number]>(SWEEP_QUERIES.made)
    .all(after?.digest ?? "", after?.kind ?? "", after?.recipe ?? "", limit);
}

/** Returns the refs among these that a row of `media_made` contains. */
export function madeAmong({ sqlite }: Reading, refs: readonly string[]): ReadonlySet<string> {
  const rows = sqlite.query<{ ref: string }, [string]>(SWEEP_QUERIES.madeAmong).all(JSON.stringify(refs));
  return new Set(rows.map(({ ref }) => ref));
}

export function deleteSources(tx: Writing, refs: readonly string[]): void {
  tx.sqlite.query(SWEEP_QUERIES.deleteSources).run(JSON.stringify(refs));
  tx.sqlite.query(SWEEP_QUERIES.deleteOrigins).run(JSON.stringify(refs));
  tx.noteChange(MEDIA_KNOWLEDGE);
}

export function deleteMade(tx: Writing, keys: readonly Omit<MadeRow, "ref">[]): void {
  const statement = tx.sqlite.query(SWEEP_QUERIES.deleteMade);
  for (const { digest, kind, recipe } of keys) statement.run(digest, kind, recipe);
  tx.noteChange(MEDIA_KNOWLEDGE);
}

/** Exported for the test of the query plans: the tables grow with the catalog. */
export const SWEEP_QUERIES = {
  sources: `SELECT ref, byte_size AS byteSize, modified_at AS modifiedAt, digest FROM media_sources
    WHERE ref > ? ORDER BY ref LIMIT ?`,
  made: `SELECT digest, kind, recipe, ref FROM media_made WHERE (digest, kind, recipe) > (?, ?, ?)
    ORDER BY digest, kind, recipe LIMIT ?`,
  madeAmong: "SELECT m.ref FROM json_each(?) w CROSS JOIN media_made m ON m.ref = w.value",
  deleteSources: "DELETE FROM media_sources WHERE ref IN (SELECT value FROM json_each(?))",
  deleteOrigins: "DELETE FROM media_origins WHERE ref IN (SELECT value FROM json_each(?))",
  deleteMade: "DELETE FROM media_made WHERE digest = ? AND kind = ? AND recipe = ?",
} as const;
