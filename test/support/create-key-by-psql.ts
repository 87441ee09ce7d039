import { join } from "node:path";
import type { CreatedKey, KeyChangeDeps, KeyOptions } from "../../src/keys/manage-keys.ts";
import { createKey } from "./create-key.ts";
import type { PostgresDatabase } from "./postgres.ts";
import { newServiceDb } from "./new-service-db.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const TABLES = ["keys", "key_playlists"];

/** Creates a key at once, as `createKey` does on SQLite: its rows are made there, and copied. */
export function createKeyByPsql(
  database: Pick<PostgresDatabase, "query">,
  deps: KeyChangeDeps,
  options: KeyOptions & { readonly name: string },
): CreatedKey {
  const db = newServiceDb(join(temporaryFolder(), "needledrop.db"));
  try {
    const created = createKey({ db, ...deps }, options);
    for (const table of TABLES) {
      for (const row of db.sqlite.query<Record<string, string | number | null>, []>(`select * from ${table}`).all()) {
        database.query(
          `insert into ${table} (${Object.keys(row).join(", ")}) values (${Object.values(row).map(literal).join(", ")})`,
        );
      }
    }
    return created;
  } finally {
    db.close();
  }
}

/** Without a type of its own, so it becomes whatever the column is. */
function literal(value: string | number | null): string {
  return value === null ? "null" : `'${String(value).replaceAll("'", "''")}'`;
}
