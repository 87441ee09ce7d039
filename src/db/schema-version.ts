import { migrations as catalogMigrations } from "../../schema/migrations/catalog/list.ts";
import { migrations as serviceMigrations } from "../../schema/migrations/service/list.ts";
import { migrations as vectorsMigrations } from "../../schema/migrations/vectors/list.ts";
import { versionOf } from "./migrate.ts";
import { openReadonly } from "./open.ts";

/** Number of migrations that this program knows for each database. `user_version` counts the applied ones. */
export const KNOWN_SCHEMA = {
  service: serviceMigrations.length,
  catalog: catalogMigrations.length,
  vectors: vectorsMigrations.length,
} as const;

/** Returns the schema version of a database file without changing it. Throws if the file is not a database. */
export function schemaVersionOf(path: string): number {
  const database = openReadonly(path);
  try {
    return versionOf(database);
  } finally {
    database.close();
  }
}
