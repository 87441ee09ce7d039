import { constants } from "node:fs";
import { copyFile, mkdir, rm } from "node:fs/promises";
import type { ServiceDb } from "../../db/service-db.ts";
import { messageOf } from "../../lib/assert.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Log } from "../../lib/log.ts";
import type { CatalogChange } from "../history-store.ts";
import { catalogPath, type Generation, generationDir, indexPath } from "../generation.ts";
import { fillMeasured } from "../measured-documents.ts";
import { removedSongIds } from "../removed-songs-store.ts";
import { IndexFeed } from "./staging/index-feed.ts";
import { indexStaged } from "./staging/index-staged.ts";
import { StageStore } from "./staging/stage-store.ts";
import { finishStaging, openStaging } from "./staging/staging-db-store.ts";
import { removeLeftovers, stagingFolder } from "./staging/staging-folder.ts";
import { publishGeneration } from "./staging/switch-generation.ts";
import { catalogVersion, countSongs } from "./staging/version-store.ts";
import type { StoredCatalogs } from "../stored/stored-catalogs.ts";

export interface Derivation {
  readonly dataDir: string;
  readonly serviceDb: ServiceDb;
  readonly clock: Clock;
  readonly log: Log;
  readonly stored?: StoredCatalogs | null;
  readonly current: Generation;
  /** Number of the generation to copy: the current one or the one before. */
  readonly from: number;
  /** Generation that the new one replaces on the disk; null keeps the current one as the former one. */
  readonly replaces: number | null;
  readonly source: CatalogChange["source"];
}

/**
 * Makes a copy of a generation without the removed songs, and makes it the current one. A generation keeps its content for
 * good, so going back gives the former content a new number. The caller holds the import lock.
 */
export async function deriveGeneration(derivation: Derivation): Promise<Generation> {
  const { dataDir, serviceDb, log, current, from, replaces, source } = derivation;
  const number = current.number + 1;
  const folder = stagingFolder(dataDir, number);
  await removeLeftovers(derivation, current);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await copyFile(catalogPath(generationDir(dataDir, from)), catalogPath(folder), constants.COPYFILE_FICLONE);
    const generation = { number, ...(await completeCopy(serviceDb, folder)) };
    const more = generation.songs - current.songs;
    const net = { added: Math.max(0, more), updated: 0, retired: Math.max(0, -more) };
    await publishGeneration(derivation, generation, { folder, replaces, change: { source, subject: "", ...net } });
    return generation;
  } finally {
    await rm(folder, { recursive: true, force: true }).catch((error: unknown) => {
      log.warn({ reason: messageOf(error) }, "the staging folder could not be removed; the next import retries");
    });
  }
}

async function completeCopy(serviceDb: ServiceDb, folder: string): Promise<Omit<Generation, "number">> {
  const sqlite = openStaging(catalogPath(folder));
  try {
    const store = new StageStore(sqlite);
    const ordinals = [...(await serviceDb.read(removedSongIds(serviceDb)))].map((id) => store.ordinalOf(id));
    store.removeSongs(ordinals.filter((ordinal) => ordinal !== null));
    store.finalize();
    const content = { version: catalogVersion(sqlite), songs: countSongs(sqlite) };
    const fill = fillMeasured(serviceDb);
    const feed = new IndexFeed({ fill, signal: null });
    try {
      const indexing = { ...content, signal: null, fill, feed, onSongs: () => undefined };
      await indexStaged(sqlite, indexPath(folder), indexing);
    } finally {
      feed.close();
    }
    finishStaging(sqlite);
    return content;
  } finally {
    sqlite.close();
  }
}
