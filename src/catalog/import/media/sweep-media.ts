import { existsSync } from "node:fs";
import type { ServiceDb } from "../../../db/service-db.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { Log } from "../../../lib/log.ts";
import { knownDigests } from "../../../audio/source-store.ts";
import type { MediaStore } from "../../../media/store/media-store.ts";
import { sweep, type MediaSweepResult } from "../../../media/store/sweep.ts";
import { catalogPath, currentGeneration, generationDir } from "../../generation.ts";
import { mediaRefsIn } from "../../media-ref-store.ts";
import { type ReadDigests, stemArchivesIn } from "../../stem-archives.ts";
import { storedObjects } from "../../stored/objects-store.ts";
import { lockUnlessImporting } from "../import-lock.ts";
import { generationsOnDisk } from "../staging/staging-folder.ts";

export interface MediaSweeping {
  readonly dataDir: string;
  readonly serviceDb: ServiceDb;
  readonly store: MediaStore;
  readonly generated: MediaStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal | null;
  /** Whether the caller holds the import lock. */
  readonly hasImportLock: boolean;
}

/**
 * Removes media that no generation on the disk references: neither the current one nor the previous one. Returns null
 * without removing anything if the references are unknown, because no catalog was imported or one is missing.
 */
export async function sweepMedia(sweeping: MediaSweeping): Promise<MediaSweepResult | null> {
  const { dataDir, serviceDb, store, generated, clock, log, signal } = sweeping;
  const current = await serviceDb.read(currentGeneration(serviceDb));
  if (current === null || !existsSync(catalogPath(generationDir(dataDir, current.number)))) return null;
  const generations = await generationsOnDisk(dataDir);
  // The former catalog is still to be downloaded.
  const stored = await serviceDb.read(storedObjects(serviceDb));
  if (stored.some(({ generation }) => !generations.includes(generation))) return null;
  const isSame = async (): Promise<boolean> =>
    (await serviceDb.read(currentGeneration(serviceDb)))?.number === current.number &&
    String(await generationsOnDisk(dataDir)) === String(generations);

  const swept = await sweep({
    db: serviceDb,
    store,
    generated,
    clock,
    signal,
    async *stemsInUse() {
      const readDigests: ReadDigests = (refs) => serviceDb.read(knownDigests(serviceDb, refs));
      for (const number of generations) yield* stemArchivesIn(catalogPath(generationDir(dataDir, number)), readDigests);
    },
    *refsInUse() {
      for (const number of generations) yield* mediaRefsIn(catalogPath(generationDir(dataDir, number)));
    },
    runLocked: async (work) => await underLock(sweeping, async () => ((await isSame()) ? (await work(), true) : false)),
  });
  if (swept.files > 0) log.info({ files: swept.files }, "unreferenced media were removed");
  return swept;
}

async function underLock(sweeping: MediaSweeping, work: () => Promise<boolean>): Promise<boolean> {
  if (sweeping.hasImportLock) return await work();
  const lock = await lockUnlessImporting(sweeping);
  if (lock === null) return false;
  try {
    return await work();
  } finally {
    await lock.release();
  }
}
