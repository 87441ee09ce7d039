import { rm } from "node:fs/promises";
import type { ServiceDb, Writing } from "../../../db/service-db.ts";
import type { Work } from "../../../db/work.ts";
import { messageOf } from "../../../lib/assert.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { Log } from "../../../lib/log.ts";
import { type CatalogChange, recordChange } from "../../history-store.ts";
import { type Generation, generationDir, setCurrentGeneration } from "../../generation.ts";
import { publishFolder, removeOlder } from "./staging-folder.ts";

export interface SwitchParts {
  readonly dataDir: string;
  readonly serviceDb: ServiceDb;
  readonly clock: Clock;
  readonly log: Log;
}

export interface Publication {
  /** The staged folder. */
  readonly folder: string;
  readonly change: CatalogChange;
  /** Number of a generation to remove in place of the oldest; null for none. */
  readonly replaces: number | null;
  /** Writes what belongs to the change, in the same transaction. */
  readonly alongside?: (tx: Writing) => Work<void>;
}

/**
 * Phase six: publishes the staged folder and makes it the current generation, which searches use from then on. A failure to
 * remove an older generation does not fail the import; the next import retries.
 */
export async function publishGeneration(
  parts: SwitchParts,
  generation: Generation,
  { folder, change, replaces, alongside }: Publication,
): Promise<void> {
  const { dataDir, serviceDb, clock, log } = parts;
  await publishFolder(dataDir, generation.number, folder);
  await serviceDb.write(function* (tx) {
    yield* setCurrentGeneration(tx, generation, clock.now());
    yield* recordChange(tx, generation, change, clock.now());
    if (alongside !== undefined) yield* alongside(tx);
  });
  try {
    if (replaces !== null) await rm(generationDir(dataDir, replaces), { recursive: true, force: true });
    await removeOlder(dataDir, generation);
  } catch (error) {
    log.warn({ reason: messageOf(error) }, "an older catalog could not be removed; the next import retries");
  }
}
