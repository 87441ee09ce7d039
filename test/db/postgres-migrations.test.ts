import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { getTableName } from "drizzle-orm";
import * as auditWaitingTables from "../../schema/tables/postgres/audit-waiting.ts";
import * as limitsTables from "../../schema/tables/postgres/limits.ts";
import { migrations } from "../../schema/migrations/service-postgres/list.ts";
import { parsePostgresAddress } from "../../src/lib/postgres-address.ts";
import { connectPostgres } from "../../src/db/postgres-client.ts";
import { migratePostgres } from "../../src/db/postgres-migrate.ts";
import { HAS_POSTGRES, newPostgresAddress, postgresServer } from "../support/postgres.ts";
import { newServiceDb } from "../support/new-service-db.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Tables that SQLite does not need. */
const POSTGRES_ONLY: readonly string[] = Object.values({ ...auditWaitingTables, ...limitsTables }).map((table) =>
  getTableName(table),
);

interface Snapshot {
  readonly tables: Readonly<Record<string, SnapshotTable>>;
}

interface SnapshotTable {
  readonly name: string;
  readonly columns: Readonly<Record<string, { readonly name: string; readonly notNull: boolean }>>;
  readonly indexes: Readonly<Record<string, SnapshotIndex>>;
  readonly checkConstraints: Readonly<Record<string, unknown>>;
  readonly foreignKeys: Readonly<Record<string, { readonly tableTo: string; readonly onDelete?: string }>>;
}

interface SnapshotIndex {
  readonly name: string;
  readonly isUnique: boolean;
  readonly where?: string;
  readonly columns: readonly (string | { readonly expression: string })[];
}

/** Reads what drizzle-kit noted after the last migration. */
async function lastSnapshot(database: string): Promise<Snapshot> {
  const folder = join(import.meta.dir, "../../schema/migrations", database, "meta");
  const last = readdirSync(folder)
    .filter((name) => name.endsWith("_snapshot.json"))
    .toSorted()
    .at(-1);
  return (await Bun.file(join(folder, last ?? "")).json()) as Snapshot;
}

function described({ tables }: Snapshot) {
  return Object.values(tables)
    .filter(({ name }) => !POSTGRES_ONLY.includes(name))
    .map((table) => ({
      name: table.name,
      columns: Object.values(table.columns)
        .map(({ name, notNull }) => `${name} ${notNull}`)
        .filter((column) => !column.startsWith("rowid ")),
      indexes: Object.values(table.indexes).map((index) => [
        index.name,
        index.isUnique,
        index.where ?? "",
        ...index.columns.map((column) =>
          (typeof column === "string" ? column : column.expression).replace(/[()]/g, ""),
        ),
      ]),
      checks: Object.keys(table.checkConstraints),
      references: Object.values(table.foreignKeys).map(({ tableTo, onDelete }) => `${tableTo} ${onDelete ?? ""}`),
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

test("the migrations of both engines end with the same tables, columns, indexes, checks and references", async () => {
  const [sqlite, postgres] = await Promise.all(["service", "service-postgres"].map(lastSnapshot));
  expect(described(postgres as Snapshot)).toEqual(described(sqlite as Snapshot));
});

test.skipIf(!HAS_POSTGRES)("the migrations leave the same columns and indexes in both databases", async () => {
  const database = new URL(await newPostgresAddress()).pathname.slice(1);
  const server = await postgresServer();
  const { sqlite } = newServiceDb(join(temporaryFolder(), "needledrop.db"));
  const ofSqlite = (text: string): string[] =>
    sqlite
      .query<{ named: string }, []>(text)
      .all()
      .map(({ named }) => named);
  const ofPostgres = (text: string): string[] => server.query(text, database).split("\n");
  expect(
    ofPostgres(
      `select table_name || '.' || column_name as named from information_schema.columns where table_schema = 'public' and table_name not in (${["schema_version", ...POSTGRES_ONLY].map((name) => `'${name}'`).join(", ")}) and column_name <> 'rowid'`,
    ).toSorted(),
  ).toEqual(
    ofSqlite(
      "select m.name || '.' || c.name as named from sqlite_schema as m join pragma_table_xinfo(m.name) as c where m.type = 'table' and m.name not like 'sqlite_%'",
    ).toSorted(),
  );
  expect(
    ofPostgres(
      "select indexname from pg_indexes where schemaname = 'public' and indexname not like '%\\_pk' and indexname not like '%\\_pkey'",
    ).toSorted(),
  ).toEqual(ofSqlite("select name as named from sqlite_schema where type = 'index' and sql is not null").toSorted());
});

test.skipIf(!HAS_POSTGRES)("the migrations have no time limit, which other statements have", async () => {
  const address = await newPostgresAddress();
  const client = connectPostgres(parsePostgresAddress(address), { connections: 1 });
  const rowOf = async (text: string): Promise<unknown> => (await client.unsafe(text))[0];
  const limits = ["statement_timeout", "lock_timeout"]
    .map((name) => `current_setting('${name}') as ${name}`)
    .join(", ");
  const noting = { name: "note the limits", sql: `create table noted as select ${limits}` };
  await migratePostgres(client, [...migrations, noting]);
  expect(await rowOf("select * from noted")).toEqual({ statement_timeout: "0", lock_timeout: "0" });
  expect(await rowOf(`select ${limits}`)).toEqual({ statement_timeout: "30s", lock_timeout: "5s" });
  await client.end();
});
