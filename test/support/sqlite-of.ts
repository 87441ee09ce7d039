import type { Core } from "../../src/app/core.ts";
import type { SqliteServiceDb } from "../../src/db/sqlite-service-db.ts";

/** Returns the service database of a core on SQLite. */
export function sqliteOf({ database }: Pick<Core, "database">): SqliteServiceDb {
  if (database.engine === "postgres") throw new Error("This test is one of SQLite.");
  return database;
}
