import { openReadonly } from "../../db/open.ts";

export interface MediaPath {
  readonly songId: string;
  readonly path: string;
}

/** Every media path a catalog database names, one at a time. */
export function* mediaPathsOf(catalogDatabase: string): Generator<MediaPath> {
  const database = openReadonly(catalogDatabase);
  try {
    const statement = database.query<MediaPath, []>(`
      select song.id as songId, file.wav_path as path from audio_files as file join songs as song using (ordinal)
        where file.wav_path is not null
      union all select song.id, file.mp3_path from audio_files as file join songs as song using (ordinal)
        where file.mp3_path is not null
      union all select id, stems_path from songs where stems_path is not null`);
    yield* statement.iterate();
  } finally {
    database.close();
  }
}
