import type { Database } from "bun:sqlite";

/** A full version of which something is to be measured. */
export interface UnmeasuredFile {
  readonly ordinal: number;
  /** How the catalog names its media; the lossless one where there are two. */
  readonly ref: string;
}

const UNMEASURED_QUERIES = {
  files: `SELECT f.ordinal, coalesce(f.wav_path, f.mp3_path) AS ref FROM audio_files f
    JOIN songs s ON s.ordinal = f.ordinal
    WHERE f.ordinal > ?1 AND f.ordinal <= ?2 AND f.stem = 0 AND coalesce(f.wav_path, f.mp3_path) IS NOT NULL
      AND (f.duration IS NULL OR s.bpm IS NULL OR s.key_name = '' OR s.energy IS NULL)
    ORDER BY f.ordinal, f.position`,
  last: "SELECT max(ordinal) AS ordinal FROM songs",
} as const;

/** Files of the songs after `after` up to `last` that lack a length, or whose song lacks a tempo, key or energy. */
export function unmeasuredFiles(sqlite: Database, after: number, last: number): readonly UnmeasuredFile[] {
  return sqlite.query<UnmeasuredFile, [number, number]>(UNMEASURED_QUERIES.files).all(after, last);
}

/** Null for an empty catalog. */
export function lastOrdinal(sqlite: Database): number | null {
  return sqlite.query<{ ordinal: number | null }, []>(UNMEASURED_QUERIES.last).get()?.ordinal ?? null;
}
