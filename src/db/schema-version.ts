import { migrations as catalogMigrations } from "../../schema/migrations/catalog/list.ts";
import { migrations as serviceMigrations } from "../../schema/migrations/service/list.ts";
import { openReadonly } from "./open.ts";

/** Migrations this program knows of each database; `user_version` counts those applied. */
export const KNOWN_SCHEMA = { service: serviceMigrations.length, catalog: catalogMigrations.length } as const;

/** Which schema a database file has, without changing it. Throws when it is no database. */
export function schemaVersionOf(path: string): number {
  const database = openReadonly(path);
  try {
    const row = database.query<{ user_version: number }, []>("PRAGMA user_version").get();
    return row?.user_version ?? 0;
  } finally {
    database.close();
  }
}
