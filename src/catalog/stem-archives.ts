import { openReadonly } from "../db/open.ts";
import type { SourceReader } from "../audio/source-store.ts";
import { taskDigest } from "../media/make/sources.ts";
import { type SongMedia, stemsFormOf } from "../media/make/make-task.ts";
import type { AudioFileRecord } from "./song-record.ts";

interface StemRow extends Pick<AudioFileRecord, "description" | "wavPath" | "mp3Path"> {
  readonly songId: string;
  readonly title: string;
  readonly fileId: string;
}

/** Yields the digests of the stem archives that are built from files of a catalog database. Unknown digests are left out. */
export function* stemArchivesIn(catalogDatabase: string, sources: SourceReader): Generator<string> {
  for (const song of songsWithStems(catalogDatabase)) {
    const form = stemsFormOf(song);
    const digest = form?.kind === "made" ? taskDigest(form.task, (ref) => sources.knownDigest(ref)) : null;
    if (digest !== null) yield digest;
  }
}

function* songsWithStems(catalogDatabase: string): Generator<SongMedia> {
  const database = openReadonly(catalogDatabase);
  try {
    let rows: StemRow[] = [];
    for (const row of database.query<StemRow, []>(STEMS).iterate()) {
      if (rows[0] !== undefined && rows[0].songId !== row.songId) {
        yield songOf(rows);
        rows = [];
      }
      rows.push(row);
    }
    if (rows.length > 0) yield songOf(rows);
  } finally {
    database.close();
  }
}

function songOf(rows: readonly StemRow[]): SongMedia {
  const audioFiles = rows.map(({ fileId, description, wavPath, mp3Path }) => ({
    id: fileId,
    description,
    wavPath,
    mp3Path,
    stem: true,
  }));
  return { id: rows[0]?.songId ?? "", title: rows[0]?.title ?? "", stemsPath: null, audioFiles };
}

const STEMS = `
  SELECT s.id AS songId, s.title, f.id AS fileId, f.description, f.wav_path AS wavPath, f.mp3_path AS mp3Path
  FROM audio_files f JOIN songs s ON s.ordinal = f.ordinal
  WHERE f.stem AND s.stems_path IS NULL ORDER BY f.ordinal, f.position`;
