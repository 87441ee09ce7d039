import { Database } from "bun:sqlite";
import { chmodSync } from "node:fs";
import { migrations } from "../../../../schema/migrations/catalog/list.ts";
import { migrate } from "../../../db/migrate.ts";

const STAGING_CACHE_KIB = 128 * 1024;
const INDEXING_CACHE_KIB = 32 * 1024;

/**
 * Opens the database of a generation under construction. No other process opens it and a crash discards it, so it needs
 * neither a journal nor syncing, and one transaction covers all writes. Foreign keys are checked at the end.
 */
export function openStaging(path: string): Database {
  const sqlite = new Database(path, { readwrite: true, create: true, strict: true });
  try {
    // A copy has the mode of the original.
    chmodSync(path, 0o600);
    migrate(sqlite, migrations);
    sqlite.run("PRAGMA journal_mode = OFF");
    sqlite.run("PRAGMA synchronous = OFF");
    sqlite.run("PRAGMA locking_mode = EXCLUSIVE");
    sqlite.run("PRAGMA foreign_keys = OFF");
    sqlite.run("PRAGMA trusted_schema = OFF");
    sqlite.run("PRAGMA temp_store = MEMORY");
    sqlite.run(`PRAGMA cache_size = -${STAGING_CACHE_KIB}`);
    sqlite.run("BEGIN");
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

/** Commits the staged records and frees memory for building the search index. */
export function beginIndexing(sqlite: Database): void {
  sqlite.run("COMMIT");
  sqlite.run(`PRAGMA cache_size = -${INDEXING_CACHE_KIB}`);
  sqlite.run("PRAGMA shrink_memory");
  sqlite.run("BEGIN");
}

/** Commits the generation. The file is complete after the database is closed. */
export function finishStaging(sqlite: Database): void {
  sqlite.run("COMMIT");
}
