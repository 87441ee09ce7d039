import { existsSync } from "node:fs";
import type { ServiceDb } from "../../db/service-db.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Log } from "../../lib/log.ts";
import { catalogPath, currentGeneration, type Generation, generationDir } from "../generation.ts";
import { deriveGeneration } from "./derive-generation.ts";
import { ImportFailure } from "./failure.ts";
import { takeImportLockSoon } from "./import-lock.ts";
import { ensureDatabase } from "./ensure-database.ts";
import { generationBefore } from "./staging/switch-generation.ts";
import type { StoredCatalogs } from "../stored/stored-catalogs.ts";

const NO_FORMER = "There is no former catalog to go back to. The last two catalogs are kept.";

export interface Undo {
  readonly dataDir: string;
  readonly serviceDb: ServiceDb;
  readonly clock: Clock;
  readonly log: Log;
  /** The store that gets a copy of each catalog; none by default. */
  readonly stored?: StoredCatalogs | null;
}

/**
 * Goes back to the catalog before the last import; removed songs stay removed. A second call goes forward again, because the
 * undone catalog is then the former one. Throws ImportFailure without a former catalog, and ImportRunning.
 */
export async function undoImport(
  undo: Undo,
): Promise<{ readonly undone: Generation; readonly generation: Generation }> {
  const { dataDir, serviceDb, clock } = undo;
  const holder = { pid: process.pid, role: "import --undo", address: null, since: clock.now() };
  const lock = await takeImportLockSoon(undo, holder);
  try {
    const current = await serviceDb.read(currentGeneration(serviceDb));
    const former = current === null ? undefined : await generationBefore(undo, current.number);
    if (current === null || former === undefined) {
      throw new ImportFailure(NO_FORMER);
    }
    await ensureDatabase(undo, former, null);
    // Recorded in a store that is not set any more.
    if (!existsSync(catalogPath(generationDir(dataDir, former)))) throw new ImportFailure(NO_FORMER);
    const derivation = { ...undo, current, from: former, replaces: null, source: "import --undo" } as const;
    return { undone: current, generation: await deriveGeneration(derivation) };
  } finally {
    await lock.release();
  }
}
