import { join } from "node:path";
import { KNOWN_SCHEMA, schemaVersionOf } from "../../db/schema-version.ts";
import type { ServiceDb } from "../../db/service-db.ts";
import { SqliteServiceDb } from "../../db/sqlite-service-db.ts";
import { DATABASE_FILE } from "../data-files.ts";
import { hasDatabase } from "../recognise-data.ts";

/**
 * Runs `work` on the service database. Returns null if there is none, if it cannot be read, or if it has another schema, because
 * opening it would migrate it.
 */
export async function readServiceDb<Result>(
  dataDir: string,
  work: (db: ServiceDb) => Promise<Result>,
): Promise<Result | null> {
  const path = join(dataDir, DATABASE_FILE);
  if (!hasDatabase(dataDir) || !hasKnownSchema(path)) return null;
  const db = SqliteServiceDb.open(path);
  try {
    return await work(db);
  } finally {
    db.close();
  }
}

function hasKnownSchema(path: string): boolean {
  try {
    return schemaVersionOf(path) === KNOWN_SCHEMA.service;
  } catch {
    return false;
  }
}
