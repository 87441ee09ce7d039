import { existsSync } from "node:fs";
import { join } from "node:path";
import { openReadonly } from "../../db/open.ts";
import type { FileStamp } from "../../lib/file-stamp.ts";
import { DATABASE_FILE } from "../data-files.ts";

export interface NamedMedium {
  /** The song, or the artist of a picture. */
  readonly owner: string;
  readonly ref: string;
}

/** Yields every media ref of a catalog database. */
export function* namedMedia(catalogDatabase: string): Generator<NamedMedium> {
  const database = openReadonly(catalogDatabase);
  try {
    const statement = database.query<NamedMedium, []>(`
      select 'song ' || song.id as owner, file.wav_path as ref from audio_files as file join songs as song using (ordinal)
        where file.wav_path is not null
      union all select 'song ' || song.id, file.mp3_path from audio_files as file join songs as song using (ordinal)
        where file.mp3_path is not null
      union all select 'song ' || id, stems_path from songs where stems_path is not null
      union all select 'artist ' || id, image_path from artists where image_path is not null`);
    yield* statement.iterate();
  } finally {
    database.close();
  }
}

/** An audio file, and the length that the catalog states. */
export interface StatedLength extends NamedMedium {
  /** Null if the catalog states none. */
  readonly seconds: number | null;
}

/** Yields the audio files with media of a catalog database, in batches of at most `batch`. */
export function* statedLengths(catalogDatabase: string, batch: number): Generator<readonly StatedLength[]> {
  const database = openReadonly(catalogDatabase);
  try {
    const statement = database.query<StatedLength, []>(`
      select 'song ' || song.id as owner, coalesce(file.wav_path, file.mp3_path) as ref, file.duration as seconds
        from audio_files as file join songs as song using (ordinal)
        where coalesce(file.wav_path, file.mp3_path) is not null`);
    let files: StatedLength[] = [];
    for (const file of statement.iterate()) {
      files.push(file);
      if (files.length < batch) continue;
      yield files;
      files = [];
    }
    if (files.length > 0) yield files;
  } finally {
    database.close();
  }
}

/** What the service database knows of imported media. Older data folders have no rows. */
export interface ImportedMedia {
  /** The stamp that a file had at its import. */
  readonly stampOf: (ref: string) => FileStamp | null;
  /** The path that a file in the store was imported from. */
  readonly originOf: (ref: string) => string | null;
}

/** Runs `work` with lookups of the stamps and origins of media. */
export function withImported<Result>(dataDir: string, work: (imported: ImportedMedia) => Result): Result {
  const none: ImportedMedia = { stampOf: () => null, originOf: () => null };
  const path = join(dataDir, DATABASE_FILE);
  if (!existsSync(path)) return work(none);
  const database = openReadonly(path);
  try {
    const tables = database.query("select 1 from sqlite_schema where name = 'media_sources'").all();
    if (tables.length === 0) return work(none);
    const stamps = database.query<FileStamp, [string]>(
      "select byte_size as byteSize, modified_at as modifiedAt from media_sources where ref = ?",
    );
    const origins = database.query<{ path: string }, [string]>(
      "select path from media_origins where ref = ? order by path limit 1",
    );
    return work({ stampOf: (ref) => stamps.get(ref), originOf: (ref) => origins.get(ref)?.path ?? null });
  } finally {
    database.close();
  }
}
