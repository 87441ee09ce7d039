import { join } from "node:path";
import { KNOWN_SCHEMA, schemaVersionOf } from "../../db/schema-version.ts";
import { SqliteServiceDb } from "../../db/sqlite-service-db.ts";
import { DATABASE_FILE } from "../data-files.ts";
import { hasDatabase } from "../recognise-data.ts";

/** Runs `work` on the service database. Returns null if `openKnown` does. */
export function readServiceDb<Result>(dataDir: string, work: (db: SqliteServiceDb) => Result): Result | null {
  const db = openKnown(dataDir);
  if (db === null) return null;
  try {
    return work(db);
  } finally {
    db.close();
  }
}

/**
 * Opens the service database. Returns null if there is none, if it cannot be read, or if it has another schema, because opening
 * it would migrate it.
 */
export function openKnown(dataDir: string): SqliteServiceDb | null {
  const path = join(dataDir, DATABASE_FILE);
  return hasDatabase(dataDir) && hasKnownSchema(path) ? SqliteServiceDb.open(path) : null;
}

function hasKnownSchema(path: string): boolean {
  try {
    return schemaVersionOf(path) === KNOWN_SCHEMA.service;
  } catch {
    return false;
  }
}
