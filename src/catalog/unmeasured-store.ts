import type { Database } from "bun:sqlite";

/** A full version that can have missing measurements. */
export interface UnmeasuredFile {
  readonly ordinal: number;
  /** Media ref, of the lossless file if there is one. */
  readonly ref: string;
}

const UNMEASURED_QUERIES = {
  files: `SELECT f.ordinal, coalesce(f.wav_path, f.mp3_path) AS ref FROM audio_files f
    JOIN songs s ON s.ordinal = f.ordinal
    WHERE f.ordinal > ?1 AND f.ordinal <= ?2 AND f.stem = 0 AND coalesce(f.wav_path, f.mp3_path) IS NOT NULL
      AND (f.duration IS NULL OR s.bpm IS NULL OR s.key_name = '' OR s.energy IS NULL OR f.position = (
        SELECT min(g.position) FROM audio_files g
        WHERE g.ordinal = f.ordinal AND g.stem = 0 AND coalesce(g.wav_path, g.mp3_path) IS NOT NULL))
    ORDER BY f.ordinal, f.position`,
  last: "SELECT max(ordinal) AS ordinal FROM songs",
} as const;

/**
 * Returns files without a duration, files of songs without a tempo, key or energy, and the first full version of every song,
 * because no catalog has its arc. Checks the songs with ordinals above
 * `after` up to `last`.
 */
export function unmeasuredFiles(sqlite: Database, after: number, last: number): readonly UnmeasuredFile[] {
  return sqlite.query<UnmeasuredFile, [number, number]>(UNMEASURED_QUERIES.files).all(after, last);
}

/** Null for an empty catalog. */
export function lastOrdinal(sqlite: Database): number | null {
  return sqlite.query<{ ordinal: number | null }, []>(UNMEASURED_QUERIES.last).get()?.ordinal ?? null;
}
