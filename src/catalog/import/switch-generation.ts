import type { ServiceDb } from "../../db/service-db.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Generation } from "../generation.ts";
import { setCurrentGeneration } from "./pointer-store.ts";
import { publishFolder, removeOlder } from "./staging-folder.ts";

export interface SwitchParts {
  readonly dataDir: string;
  readonly serviceDb: ServiceDb;
  readonly clock: Clock;
}

/** Phase six: makes the staged folder last, then current; from here on it is what searches see. */
export async function switchTo(parts: SwitchParts, generation: Generation, folder: string): Promise<void> {
  const { dataDir, serviceDb, clock } = parts;
  await publishFolder(dataDir, generation.number, folder);
  serviceDb.transaction((tx) => setCurrentGeneration(tx, generation, clock.now()));
  await removeOlder(dataDir, generation);
}
