import { Database } from "bun:sqlite";
import { closeSync, existsSync, openSync } from "node:fs";

/** How long a writer waits for another one. Write transactions here are short, so this is only reached in trouble. */
export const BUSY_TIMEOUT_MS = 5_000;
const CACHE_KIB = 16_384;
const PRIVATE_MODE = 0o600;

/** Opens (and with `create` makes, readable by its owner only) a database for reading and writing, in WAL mode. */
export function openWritable(path: string, options: { readonly create?: boolean } = {}): Database {
  // Made by ourselves, because SQLite would make it as the umask has it, and the files beside it like it.
  if (options.create === true && !existsSync(path)) closeSync(openSync(path, "a", PRIVATE_MODE));
  const database = new Database(path, { readwrite: true, create: options.create ?? false, strict: true });
  database.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  database.run("PRAGMA journal_mode = WAL");
  database.run("PRAGMA synchronous = NORMAL");
  database.run("PRAGMA foreign_keys = ON");
  database.run("PRAGMA trusted_schema = OFF");
  database.run(`PRAGMA cache_size = -${CACHE_KIB}`);
  return database;
}

/**
 * Opens a database that nobody writes any more, for example a catalog generation. Nothing of it is mapped into memory: a
 * file that is cut off, or a disk that fails, would then end the process (SIGBUS) instead of the query.
 */
export function openReadonly(path: string): Database {
  const database = new Database(path, { readonly: true, strict: true });
  database.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  database.run("PRAGMA query_only = ON");
  database.run("PRAGMA trusted_schema = OFF");
  database.run("PRAGMA mmap_size = 0");
  database.run(`PRAGMA cache_size = -${CACHE_KIB}`);
  return database;
}
