import { rm } from "node:fs/promises";
import type { ServiceDb, Writing } from "../../../db/service-db.ts";
import type { Work } from "../../../db/work.ts";
import { messageOf } from "../../../lib/assert.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { Log } from "../../../lib/log.ts";
import { type CatalogChange, recordChange } from "../../history-store.ts";
import { currentGeneration, type Generation, generationDir, switchGeneration } from "../../generation.ts";
import { ObjectStoreFailed } from "../../../objects/object-store.ts";
import { type CatalogObject, keepObjectsOf, recordObjects } from "../../stored/objects-store.ts";
import type { StoredCatalogs } from "../../stored/stored-catalogs.ts";
import { ImportFailure } from "../failure.ts";
import { keptGenerations } from "../../stored/kept-generations.ts";
import { publishFolder, removeOlder } from "./staging-folder.ts";

export interface SwitchParts {
  readonly dataDir: string;
  readonly serviceDb: ServiceDb;
  readonly clock: Clock;
  readonly log: Log;
  /** The store that gets a copy of each catalog; none by default. */
  readonly stored?: StoredCatalogs | null;
}

export interface Publication {
  /** The staged folder. */
  readonly folder: string;
  readonly change: CatalogChange;
  /** Number of a generation to remove in place of the oldest; null for none. */
  readonly replaces: number | null;
  /** Ends the upload to a store; null, the default, for none. */
  readonly signal?: AbortSignal | null;
  /** Writes what belongs to the change, in the same transaction. */
  readonly alongside?: (tx: Writing) => Work<void>;
}

/**
 * Phase six: publishes the staged folder and makes it the current generation, which searches use from then on. With a store, its files
 * are objects before that. A failure to remove an older generation does not fail the import; the next import retries. Throws
 * ImportFailure if the store fails, or if another node has switched meanwhile, because this one has lost the import lock.
 */
export async function publishGeneration(
  parts: SwitchParts,
  generation: Generation,
  { folder, change, replaces, alongside, signal = null }: Publication,
): Promise<void> {
  const { dataDir, serviceDb, clock, log } = parts;
  const objects = await sent(parts, { folder, number: generation.number, signal });
  const former = await generationBefore(parts, generation.number, replaces);
  // The folder can be that of another catalog with this number.
  const latest = (await serviceDb.read(currentGeneration(serviceDb)))?.number ?? 0;
  if (latest !== generation.number - 1) throw new CatalogSwitched();
  await publishFolder(dataDir, generation.number, folder);
  try {
    await serviceDb.write(function* (tx) {
      if (!(yield* switchGeneration(tx, generation, clock.now()))) throw new CatalogSwitched();
      yield* recordChange(tx, generation, change, clock.now());
      yield* keepObjectsOf(tx, former === undefined ? [generation.number] : [former, generation.number]);
      yield* recordObjects(tx, objects);
      if (alongside !== undefined) yield* alongside(tx);
    });
  } catch (error) {
    if (await isNotCurrent(serviceDb, generation, error))
      await rm(generationDir(dataDir, generation.number), { recursive: true, force: true });
    throw error;
  }
  try {
    if (replaces !== null) await rm(generationDir(dataDir, replaces), { recursive: true, force: true });
    await removeOlder(dataDir, generation);
  } catch (error) {
    log.warn({ reason: messageOf(error) }, "an older catalog could not be removed; the next import retries");
  }
}

/**
 * Whether a failed switch has not made this generation current. On PostgreSQL a transaction can be committed although it failed here;
 * the store has the files then. On SQLite the next import removes the folder.
 */
async function isNotCurrent(serviceDb: ServiceDb, { number, version }: Generation, error: unknown): Promise<boolean> {
  if (error instanceof CatalogSwitched) return true;
  if (serviceDb.engine === "sqlite") return false;
  const current = await serviceDb.read(currentGeneration(serviceDb)).catch(() => undefined);
  return current !== undefined && (current?.number !== number || current.version !== version);
}

/** Another node has imported meanwhile, although this one held the import lock: it has lost the database for a while. */
class CatalogSwitched extends ImportFailure {
  constructor() {
    super("Another node has changed the catalog meanwhile, so this change was not made. Try again.");
  }
}

async function sent(
  { stored = null }: SwitchParts,
  { folder, number, signal }: { readonly folder: string; readonly number: number; readonly signal: AbortSignal | null },
): Promise<readonly CatalogObject[]> {
  if (stored === null) return [];
  try {
    return await stored.send(folder, number, signal);
  } catch (error) {
    if (!(error instanceof ObjectStoreFailed)) throw error;
    const sentence =
      "The new catalog could not be sent to the store, so the catalog stays as it was. Try again when the store answers";
    throw new ImportFailure(`${sentence}: ${messageOf(error)}`, { cause: error });
  }
}

/**
 * Returns the number of the generation before another one, which `import --undo` goes back to, in the data folder or in the store;
 * undefined without one. `replaced` does not count.
 */
export async function generationBefore(
  parts: Pick<SwitchParts, "dataDir" | "serviceDb">,
  number: number,
  replaced: number | null = null,
): Promise<number | undefined> {
  return (await keptGenerations(parts)).findLast((one) => one < number && one !== replaced);
}
