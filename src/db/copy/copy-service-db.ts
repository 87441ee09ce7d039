import { migrations } from "../../../schema/migrations/service-postgres/list.ts";
import { MigrationRefused } from "../migrate.ts";
import type { OnProgress } from "../../lib/on-progress.ts";
import { openReadonly, openWritable } from "../open.ts";
import type { PostgresAddress } from "../../lib/postgres-address.ts";
import type { PostgresClient } from "../postgres-client.ts";
import { withoutValues } from "../postgres-errors.ts";
import { migratePostgres } from "../postgres-migrate.ts";
import { emptyWriteAheadLog } from "../restore.ts";
import type { Writing } from "../service-db.ts";
import { SqliteServiceDb } from "../sqlite-service-db.ts";
import type { Work } from "../work.ts";
import { copiedTables } from "./copied-table.ts";
import { type CopyConnection, withinPostgres, withinSqlite } from "./copy-connection.ts";
import { CopyRefused } from "./copy-rows.ts";
import { copyTables, requireNoRows, type TableCopied } from "./copy-tables.ts";

const TABLES_SHOWN_MAX = 5;
const SCHEMA_TABLE = "schema_version";

/** A service database as an end of a copy. `name` is for messages and contains no password. */
export type CopyPlace =
  | { readonly engine: "sqlite"; readonly name: string; readonly path: string }
  | {
      readonly engine: "postgres";
      readonly name: string;
      readonly address: PostgresAddress;
      readonly ca?: string | null;
    };

interface Copying {
  readonly onProgress: OnProgress;
  /** Copies what only PostgreSQL has, after the comparison. */
  readonly carry: (from: CopyConnection, to: CopyConnection) => Promise<void>;
  /** Runs last, in the transaction of the copy. */
  readonly finish: (tx: Writing) => Work<void>;
}

/**
 * Copies a service database into an empty one: all rows of one moment, in one transaction, so that no half copy is left. Both are
 * migrated first. A file that gets the copy must be nobody else's yet, and the caller holds the lock of one that is read. Throws
 * CopyRefused, CopyUnconfirmed, DatabaseInUse, MigrationRefused and PostgresFailed.
 */
export async function copyServiceDb(
  from: CopyPlace,
  to: CopyPlace,
  { onProgress, carry, finish }: Copying,
): Promise<readonly TableCopied[]> {
  return await reading(from, (source) =>
    writing(to, async (target) => {
      const copied = await copyTables(source, target, { name: to.name, onProgress });
      await carry(source, target);
      await target.write(finish);
      return copied;
    }),
  );
}

async function reading<Result>(
  place: CopyPlace,
  work: (connection: CopyConnection) => Promise<Result>,
): Promise<Result> {
  if (place.engine === "postgres") {
    return await withinPostgres(
      { ...place, writes: false },
      async (client, connection) => {
        if (!(await tablesIn(connection)).includes(SCHEMA_TABLE)) {
          throw new CopyRefused(`${place.name} is no database of Needledrop.`);
        }
        await migrated(client);
      },
      work,
    );
  }
  SqliteServiceDb.open(place.path).close();
  const sqlite = openReadonly(place.path);
  try {
    return await withinSqlite(sqlite, "BEGIN", work);
  } finally {
    sqlite.close();
  }
}

async function writing<Result>(
  place: CopyPlace,
  work: (connection: CopyConnection) => Promise<Result>,
): Promise<Result> {
  if (place.engine === "postgres") {
    return await withinPostgres(
      { ...place, writes: true },
      async (client, connection) => {
        await requireNoOthers(connection, place.name);
        await migrated(client);
      },
      work,
    );
  }
  SqliteServiceDb.open(place.path).close();
  const sqlite = openWritable(place.path);
  let result: Result;
  try {
    result = await withinSqlite(sqlite, "BEGIN IMMEDIATE", work);
  } finally {
    sqlite.close();
  }
  emptyWriteAheadLog(place.path);
  return result;
}

/** Throws CopyRefused if the tables of a database file have rows. */
export function requireEmptyFile(path: string): void {
  const sqlite = openReadonly(path);
  try {
    const tables = sqlite
      .query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
      .all();
    const counts = tables.map(({ name }) => ({
      name,
      rows: sqlite.query<{ count: number }, []>(`SELECT count(*) AS count FROM "${name}"`).get()?.count ?? 0,
    }));
    requireNoRows(path, counts);
  } finally {
    sqlite.close();
  }
}

async function migrated(client: PostgresClient): Promise<void> {
  try {
    await migratePostgres(client, migrations);
  } catch (error) {
    throw error instanceof MigrationRefused ? error : withoutValues(error);
  }
}

/** Throws CopyRefused if the database has tables of another program. */
async function requireNoOthers(connection: CopyConnection, name: string): Promise<void> {
  const found = await tablesIn(connection);
  const own = new Set([SCHEMA_TABLE, ...copiedTables().map((table) => table.name)]);
  const others = found.includes(SCHEMA_TABLE) ? [] : found.filter((table) => !own.has(table));
  if (others.length === 0) return;
  const shown = others.slice(0, TABLES_SHOWN_MAX).join(", ");
  throw new CopyRefused(`${name} is not empty: another program has the tables ${shown} there. Nothing was changed.`);
}

async function tablesIn(connection: CopyConnection): Promise<readonly string[]> {
  const rows = await connection.rows("select tablename as name from pg_tables where schemaname = current_schema()");
  return rows.map((row) => String(row["name"]));
}
