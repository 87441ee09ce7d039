import { openReadonly } from "../db/open.ts";
import { taskDigest } from "../media/make/sources.ts";
import { type MakeTask, type SongMedia, sourcesOf, stemsFormOf } from "../media/make/make-task.ts";
import type { AudioFileRecord } from "./song-record.ts";

/** Archives of one batch. */
const BATCH = 200;

interface StemRow extends Pick<AudioFileRecord, "description" | "wavPath" | "mp3Path"> {
  readonly songId: string;
  readonly title: string;
  readonly fileId: string;
}

/** Returns the digests of those media that are known, by ref. */
export type ReadDigests = (refs: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** Yields the digests of the stem archives that are built from files of a catalog database, in batches. Unknown digests are left out. */
export async function* stemArchivesIn(
  catalogDatabase: string,
  readDigests: ReadDigests,
): AsyncGenerator<readonly string[]> {
  for (const tasks of archivesIn(catalogDatabase)) {
    const digests = await readDigests(tasks.flatMap(sourcesOf));
    yield tasks.flatMap((task) => taskDigest(task, (ref) => digests.get(ref) ?? null) ?? []);
  }
}

function* archivesIn(catalogDatabase: string): Generator<readonly MakeTask[]> {
  let tasks: MakeTask[] = [];
  for (const song of songsWithStems(catalogDatabase)) {
    const form = stemsFormOf(song);
    if (form?.kind !== "made") continue;
    tasks.push(form.task);
    if (tasks.length < BATCH) continue;
    yield tasks;
    tasks = [];
  }
  yield tasks;
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
