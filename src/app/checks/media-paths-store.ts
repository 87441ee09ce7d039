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

/** Runs `work` with a lookup of the stamps that media had at their import. Older data folders have none. */
export function withImportedStamps<Result>(
  dataDir: string,
  work: (stampOf: (ref: string) => FileStamp | null) => Result,
): Result {
  const path = join(dataDir, DATABASE_FILE);
  if (!existsSync(path)) return work(() => null);
  const database = openReadonly(path);
  try {
    const tables = database.query("select 1 from sqlite_schema where name = 'media_sources'").all();
    if (tables.length === 0) return work(() => null);
    const statement = database.query<FileStamp, [string]>(
      "select byte_size as byteSize, modified_at as modifiedAt from media_sources where ref = ?",
    );
    return work((ref) => statement.get(ref));
  } finally {
    database.close();
  }
}
