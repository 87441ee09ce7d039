import { accessSync, constants, existsSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { CatalogUnreadable } from "../catalog/catalog-unreadable.ts";
import { messageOf } from "../lib/assert.ts";
import {
  causesOf,
  DatabaseFailed,
  DatabaseMoved,
  failureAt,
  storageAdvice,
  storageFailureOf,
} from "../lib/storage-failure.ts";
import { DATABASE_FILE } from "./data-files.ts";
import { postgresAdvice } from "./postgres-watch.ts";

const CATALOG_MISSING =
  "expected the current catalog, but it is missing. With a store, `needledrop serve` downloads it. Without one, or if the store has lost it, restore a backup with `needledrop restore FILE --force`, " +
  "or import all dumps again with `needledrop import PATH --replace`.";
const CATALOG_DAMAGED =
  "Without a backup, stop the server, move the folder of this catalog away and import all dumps again with `needledrop import PATH --replace`.";

/** A storage failure with a sentence for the operator: which file, what was expected, what happened, what to do. */
export class StorageFailed extends Error {
  readonly sentence: string;

  constructor(sentence: string, cause: unknown) {
    super(`${sentence} (${messageOf(cause)})`, { cause });
    this.name = "StorageFailed";
    this.sentence = sentence;
  }
}

/** Returns a StorageFailed if the disk or a database on it failed, and any other error unchanged. */
export function explainStorage(error: unknown, dataDir: string): unknown {
  const failure = storageFailureOf(error);
  if (failure !== null && causesOf(error).some((one) => one instanceof DatabaseFailed))
    return new StorageFailed(postgresAdvice(failure), error);
  const path = pathOf(error, dataDir);
  // Dumps and backups elsewhere are the caller's.
  if (failure === null || (failure === "forbidden" && !isBelow(path, dataDir))) return error;
  const isCatalog = causesOf(error).some((one) => one instanceof CatalogUnreadable);
  const known = failureAt(failure, path, isCatalog ? "read" : "write");
  if (known === "forbidden") return new StorageFailed(storageAdvice(known, path), error);
  // SQLite reports a database in WAL mode as unopenable if its folder is read-only.
  const actual = known === "unopenable" && existsSync(path) && !isWritable(dirname(path)) ? "read-only" : known;
  if (isCatalog && !existsSync(path)) return new StorageFailed(`${path}: ${CATALOG_MISSING}`, error);
  const sentence = storageAdvice(actual, path);
  return new StorageFailed(isCatalog && actual === "damaged" ? `${sentence} ${CATALOG_DAMAGED}` : sentence, error);
}

/** Runs `work`, and throws its errors explained. */
export async function explainingStorage<Result>(
  dataDir: string,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw explainStorage(error, dataDir);
  }
}

function isBelow(path: string, dataDir: string): boolean {
  return path === dataDir || path.startsWith(`${dataDir}${sep}`);
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns the file that the error names, the service database for other errors of SQLite, or else the data folder. */
function pathOf(error: unknown, dataDir: string): string {
  for (const one of causesOf(error)) {
    if (one instanceof CatalogUnreadable || one instanceof DatabaseMoved) return one.path;
    if ("path" in one && typeof one.path === "string") return one.path;
  }
  const isBare = error instanceof Error && error.name === "SQLiteError";
  return isBare ? join(dataDir, DATABASE_FILE) : dataDir;
}
