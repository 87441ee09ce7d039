import type { Database } from "bun:sqlite";

/** A full version with media. */
export interface UnmeasuredFile {
  readonly ordinal: number;
  /** Media ref, of the lossless file if there is one. */
  readonly ref: string;
}

const UNMEASURED_QUERIES = {
  files: `SELECT f.ordinal, coalesce(f.wav_path, f.mp3_path) AS ref FROM audio_files f
    WHERE f.ordinal > ?1 AND f.ordinal <= ?2 AND f.stem = 0 AND coalesce(f.wav_path, f.mp3_path) IS NOT NULL
    ORDER BY f.ordinal, f.position`,
  last: "SELECT max(ordinal) AS ordinal FROM songs",
} as const;

/**
 * Returns the full versions of the songs with ordinals above `after` up to `last`. All are measured, because the length that a
 * catalog states can be wrong, and no catalog has the arc.
 */
export function unmeasuredFiles(sqlite: Database, after: number, last: number): readonly UnmeasuredFile[] {
  return sqlite.query<UnmeasuredFile, [number, number]>(UNMEASURED_QUERIES.files).all(after, last);
}

/** Null for an empty catalog. */
export function lastOrdinal(sqlite: Database): number | null {
  return sqlite.query<{ ordinal: number | null }, []>(UNMEASURED_QUERIES.last).get()?.ordinal ?? null;
}
