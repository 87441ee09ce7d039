import type { Database } from "bun:sqlite";
import type { SongMedia } from "../media/make/make-task.ts";

/** Songs with their media. The next page starts after the ordinal `next`, which is null on the last page. */
export interface SongMediaPage {
  readonly songs: readonly SongMedia[];
  readonly next: number | null;
}

interface MediaRow {
  readonly ordinal: number;
  readonly songId: string;
  readonly title: string;
  readonly stemsPath: string | null;
  /** Null for a song without files. */
  readonly id: string | null;
  readonly description: string;
  readonly stem: number;
  readonly wavPath: string | null;
  readonly mp3Path: string | null;
}

/** Exported for the test of the query plans. */
export const SONG_MEDIA_QUERY = `SELECT page.ordinal, page.id AS songId, page.title, page.stems_path AS stemsPath,
  f.id, f.description, f.stem, f.wav_path AS wavPath, f.mp3_path AS mp3Path
  FROM (SELECT * FROM songs WHERE ordinal > ? ORDER BY ordinal LIMIT ?) page
  LEFT JOIN audio_files f ON f.ordinal = page.ordinal ORDER BY page.ordinal, f.position`;

/** Returns the media of at most `limit` songs after the ordinal `after`, or from the first song if it is null. */
export function songMediaAfter(sqlite: Database, after: number | null, limit: number): SongMediaPage {
  const rows = sqlite.query<MediaRow, [number, number]>(SONG_MEDIA_QUERY).all(after ?? -1, limit + 1);
  const songs = [...Map.groupBy(rows, ({ ordinal }) => ordinal)];
  const page = songs.slice(0, limit);
  return {
    songs: page.map(([, files]) => songOf(files)),
    next: songs.length > limit ? (page.at(-1)?.[0] ?? null) : null,
  };
}

function songOf(rows: readonly MediaRow[]): SongMedia {
  const [{ songId: id, title, stemsPath } = NO_SONG] = rows;
  const audioFiles = rows.flatMap(({ id: fileId, description, stem, wavPath, mp3Path }) =>
    fileId === null ? [] : [{ id: fileId, description, stem: stem === 1, wavPath, mp3Path }],
  );
  return { id, title, stemsPath, audioFiles };
}

const NO_SONG = { songId: "", title: "", stemsPath: null };
