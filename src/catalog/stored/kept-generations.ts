import type { ServiceDb } from "../../db/service-db.ts";
import { currentGeneration } from "../generation.ts";
import { generationsOnDisk } from "../import/staging/staging-folder.ts";
import { storedObjects } from "./objects-store.ts";

/**
 * Returns the numbers of the generations that are kept, ascending: the current and the former one, in the data folder or in the store. Of
 * several nodes, one that was off can have others in its folder, which an import of another node has replaced.
 */
export async function keptGenerations({
  dataDir,
  serviceDb,
}: {
  readonly dataDir: string;
  readonly serviceDb: ServiceDb;
}): Promise<readonly number[]> {
  const numbers = new Set((await serviceDb.read(storedObjects(serviceDb))).map(({ generation }) => generation));
  const current = await serviceDb.read(currentGeneration(serviceDb));
  const others = serviceDb.engine === "sqlite" ? await generationsOnDisk(dataDir) : [current?.number ?? null];
  for (const number of others) if (number !== null) numbers.add(number);
  return [...numbers].toSorted((a, b) => a - b);
}
