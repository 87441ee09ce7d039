import { accessSync, constants, existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { CatalogUnreadable } from "../catalog/catalog-unreadable.ts";
import { messageOf } from "../lib/assert.ts";
import { causesOf, DatabaseMoved, storageAdvice, storageFailureOf } from "../lib/storage-failure.ts";
import { DATABASE_FILE } from "./data-files.ts";

/** A failure of storage, told to the operator: which file, what was expected, what came, what to do. */
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
  if (failure === null) return error;
  const path = pathOf(error, dataDir);
  // SQLite opens no database in WAL mode in a folder that cannot be written, and says no more than that.
  const met = failure === "unopenable" && existsSync(path) && !isWritable(dirname(path)) ? "read-only" : failure;
  return new StorageFailed(storageAdvice(met, path), error);
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
