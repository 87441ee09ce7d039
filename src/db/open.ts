import { Database, SQLiteError } from "bun:sqlite";
import { closeSync, existsSync, openSync } from "node:fs";

/** How long a writer waits for another one. Write transactions are short, so an ordinary wait never lasts this long. */
export const BUSY_TIMEOUT_MS = 5_000;
const WAL_PAUSE_MS = 20;
const CACHE_KIB = 16_384;
const PRIVATE_MODE = 0o600;

/** Opens a database for reading and writing, in WAL mode. With `create`, creates a missing one, private to its owner. */
export function openWritable(path: string, options: { readonly create?: boolean } = {}): Database {
  // SQLite would create the file with the mode of the umask, and its WAL files with the same mode.
  if (options.create === true && !existsSync(path)) closeSync(openSync(path, "a", PRIVATE_MODE));
  const database = new Database(path, { readwrite: true, create: options.create ?? false, strict: true });
  database.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  turnToWalMode(database);
  database.run("PRAGMA synchronous = NORMAL");
  database.run("PRAGMA foreign_keys = ON");
  database.run("PRAGMA trusted_schema = OFF");
  database.run(`PRAGMA cache_size = -${CACHE_KIB}`);
  return database;
}

/** SQLite does not wait by itself when several processes turn a new database to WAL mode at once. */
function turnToWalMode(database: Database): void {
  for (let left = BUSY_TIMEOUT_MS; ; left -= WAL_PAUSE_MS) {
    try {
      database.run("PRAGMA journal_mode = WAL");
      return;
    } catch (error) {
      if (left <= 0 || !(error instanceof SQLiteError) || error.code !== "SQLITE_BUSY") throw error;
      Bun.sleepSync(WAL_PAUSE_MS);
    }
  }
}

/**
 * Opens a database for reading. The file is not mapped into memory: a truncated file or a failing disk would then end the
 * process (SIGBUS) instead of the query.
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
