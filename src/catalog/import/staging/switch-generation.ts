import { rm } from "node:fs/promises";
import type { ServiceDb } from "../../../db/service-db.ts";
import { messageOf } from "../../../lib/assert.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { Log } from "../../../lib/log.ts";
import { type Generation, generationDir, setCurrentGeneration } from "../../generation.ts";
import { publishFolder, removeOlder } from "./staging-folder.ts";

export interface SwitchParts {
  readonly dataDir: string;
  readonly serviceDb: ServiceDb;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Phase six: publishes the staged folder and makes it the current generation, which searches use from then on. A failure to
 * remove an older generation does not fail the import; the next import retries.
 * @param replaces number of a generation to remove in place of the oldest; null for none.
 */
export async function publishGeneration(
  parts: SwitchParts,
  generation: Generation,
  folder: string,
  replaces: number | null = null,
): Promise<void> {
  const { dataDir, serviceDb, clock, log } = parts;
  await publishFolder(dataDir, generation.number, folder);
  serviceDb.transaction((tx) => setCurrentGeneration(tx, generation, clock.now()));
  try {
    if (replaces !== null) await rm(generationDir(dataDir, replaces), { recursive: true, force: true });
    await removeOlder(dataDir, generation);
  } catch (error) {
    log.warn({ reason: messageOf(error) }, "an older catalog could not be removed; the next import retries");
  }
}
