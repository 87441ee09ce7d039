import { openReadonly } from "../db/open.ts";

/** Yields all media refs of a catalog database, possibly with duplicates. */
export function* mediaRefsIn(catalogDatabase: string): Generator<string> {
  const database = openReadonly(catalogDatabase);
  try {
    for (const { ref } of database.query<{ ref: string }, []>(MEDIA_REFS).iterate()) yield ref;
  } finally {
    database.close();
  }
}

const MEDIA_REFS = `
  SELECT wav_path AS ref FROM audio_files WHERE wav_path IS NOT NULL
  UNION ALL SELECT mp3_path FROM audio_files WHERE mp3_path IS NOT NULL
  UNION ALL SELECT stems_path FROM songs WHERE stems_path IS NOT NULL
  UNION ALL SELECT image_path FROM artists WHERE image_path IS NOT NULL`;
