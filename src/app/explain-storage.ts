import { hasErrorCode } from "../lib/error-code.ts";
import { accessSync, constants, existsSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { CatalogUnreadable } from "../catalog/catalog-unreadable.ts";
import { messageOf } from "../lib/assert.ts";
import { causesOf, DatabaseMoved, storageAdvice, storageFailureOf } from "../lib/storage-failure.ts";
import { DATABASE_FILE } from "./data-files.ts";

const CATALOG_MISSING =
  "expected the current catalog, but it is not there. Restore a backup with `needledrop restore FILE --force`, " +
  "or import all dumps again with `needledrop import PATH --replace`.";
const CATALOG_DAMAGED =
  "Without a backup, move the folder of this catalog away and import all dumps again with `needledrop import PATH --replace`.";

/** A failure of storage with a sentence for the operator: which file, what was expected, what came, what to do. */
export class StorageFailed extends Error {
  readonly sentence: string;

  constructor(sentence: string, cause: unknown) {
    super(`${sentence} (${messageOf(cause)})`, { cause });
    this.name = "StorageFailed";
    this.sentence = sentence;
  }
}

/** The error as StorageFailed where the disk or a database on it failed; any other error as it is. */
export function explainStorage(error: unknown, dataDir: string): unknown {
  const failure = storageFailureOf(error);
  const path = pathOf(error, dataDir);
  if (failure === null) return isForbidden(error, path, dataDir) ? new StorageFailed(forbidden(path), error) : error;
  // SQLite opens no database in WAL mode in a folder that cannot be written, and says no more than that.
  const met = failure === "unopenable" && existsSync(path) && !isWritable(dirname(path)) ? "read-only" : failure;
  const isCatalog = causesOf(error).some((one) => one instanceof CatalogUnreadable);
  if (isCatalog && !existsSync(path)) return new StorageFailed(`${path}: ${CATALOG_MISSING}`, error);
  const sentence = storageAdvice(met, path);
  return new StorageFailed(isCatalog && met === "damaged" ? `${sentence} ${CATALOG_DAMAGED}` : sentence, error);
}

/** Runs `work`; what it throws is explained. */
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

/** Only of the data folder: a dump or a backup is the caller's own to name. */
function isForbidden(error: unknown, path: string, dataDir: string): boolean {
  const isBelow = path === dataDir || path.startsWith(`${dataDir}${sep}`);
  return isBelow && causesOf(error).some((one) => hasErrorCode(one, "EACCES", "EPERM"));
}

function forbidden(path: string): string {
  return `${path}: expected to be allowed to read and write it, but this user is not. Run as the owner of the data folder, or give it to this user with chown.`;
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** The file that failed, where the error names it; the service database for a bare error of SQLite; else the data folder. */
function pathOf(error: unknown, dataDir: string): string {
  for (const one of causesOf(error)) {
    if (one instanceof CatalogUnreadable || one instanceof DatabaseMoved) return one.path;
    if ("path" in one && typeof one.path === "string") return one.path;
  }
  const isBare = error instanceof Error && error.name === "SQLiteError";
  return isBare ? join(dataDir, DATABASE_FILE) : dataDir;
}
