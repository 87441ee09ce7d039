import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseMediaRef } from "../../schema/media-ref.ts";
import { CatalogDb } from "../catalog/catalog-db.ts";
import { currentGeneration } from "../catalog/generation.ts";
import type { SongRecord } from "../catalog/song-record.ts";
import { losslessOf } from "../media/targets.ts";
import { renderApart } from "../sound/render-apart.ts";
import type { Core } from "./core.ts";
import { mediaStoreOf } from "./media-store-of.ts";

/**
 * Calls `use` with the path of the first full version of a song of the current catalog. A song of the demonstration is rendered to a
 * temporary file first. Null for an unknown song. Throws for a song without media.
 */
export async function withSongFile<Result>(
  core: Core,
  id: string,
  use: (path: string) => Promise<Result>,
): Promise<Result | null> {
  const { config, db } = core;
  const generation = await db.read(currentGeneration(db));
  if (generation === null) return null;
  const catalog = CatalogDb.open(config.dataDir, generation);
  const song = catalog.songsByIds([id]).get(id);
  catalog.close();
  if (song === undefined) return null;
  const ref = fullRefOf(song);
  const parsed = ref === null ? null : parseMediaRef(ref);
  if (ref === null || parsed === null) throw new Error(`The song ${id} has no audio file.`);
  if (parsed.kind === "rendered") return await withRendered(song, parsed.part, use);
  const path = await mediaStoreOf(core, "server").locate(ref);
  if (path === null) throw new Error(`The audio file of the song ${id} is missing.`);
  return await use(path);
}

function fullRefOf({ audioFiles }: SongRecord): string | null {
  for (const file of audioFiles) {
    const ref = losslessOf(file) ?? file.mp3Path ?? file.wavPath;
    if (!file.stem && ref !== null) return ref;
  }
  return null;
}

async function withRendered<Result>(
  song: SongRecord,
  part: string,
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "needledrop-"));
  try {
    const path = join(folder, "song.wav");
    await renderApart(song, part, path, { priority: "request" });
    return await use(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
