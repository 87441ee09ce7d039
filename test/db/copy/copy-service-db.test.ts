import type { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { putSetting } from "../../../src/app/settings-store.ts";
import { SERVER } from "../../../src/audit/audit-event.ts";
import { AuditTrail } from "../../../src/audit/audit-trail.ts";
import { copyWaiting } from "../../../src/audit/copy-waiting.ts";
import { settleTrail } from "../../../src/audit/settle-trail.ts";
import { verifyTrail } from "../../../src/audit/verify-chain.ts";
import { copiedTables } from "../../../src/db/copy/copied-table.ts";
import { withinPostgres } from "../../../src/db/copy/copy-connection.ts";
import { type CopyPlace, copyServiceDb } from "../../../src/db/copy/copy-service-db.ts";
import type { TableCopied } from "../../../src/db/copy/copy-tables.ts";
import { openReadonly, openWritable } from "../../../src/db/open.ts";
import { parsePostgresAddress } from "../../../src/lib/postgres-address.ts";
import { PostgresServiceDb } from "../../../src/db/postgres-service-db.ts";
import { SqliteServiceDb } from "../../../src/db/sqlite-service-db.ts";
import { done, type Engine } from "../../../src/db/work.ts";
import { ENGINES } from "../../support/engines.ts";
import { fillEveryTable } from "../../support/fill-tables.ts";
import { writeNewServiceDb } from "../../support/new-service-db.ts";
import { HAS_POSTGRES, newPostgresAddress, newPostgresDatabase, postgresServer } from "../../support/postgres.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

type FilePlace = Extract<CopyPlace, { readonly path: string }>;

function newFile(change: (sqlite: Database) => void = () => undefined): FilePlace {
  const path = join(temporaryFolder(), "needledrop.db");
  writeNewServiceDb(path);
  const sqlite = openWritable(path);
  change(sqlite);
  sqlite.close();
  return { engine: "sqlite", name: path, path };
}

async function newPlaceOn(engine: Engine): Promise<CopyPlace> {
  if (engine === "sqlite") return newFile();
  return { engine, name: "the database", address: parsePostgresAddress(await newPostgresAddress()) };
}

function filled(): FilePlace {
  return newFile((sqlite) => {
    fillEveryTable(sqlite);
    // The newest rows are gone, and SQLite does not give their numbers again.
    sqlite.run("UPDATE sqlite_sequence SET seq = 70 WHERE name = 'ledger'");
    sqlite.run("UPDATE media_made SET rowid = rowid + 900");
  });
}

async function copy(from: CopyPlace, to: CopyPlace): Promise<readonly TableCopied[]> {
  return await copyServiceDb(from, to, {
    onProgress: () => undefined,
    carry: copyWaiting,
    finish: () => done(undefined),
  });
}

/** Returns the rows of all tables of a file, with the numbers that order them and those that count on. */
function contentOf({ path }: FilePlace): unknown {
  const sqlite = openReadonly(path);
  const tables = sqlite.query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  const rows = tables.map(({ name }) => [
    name,
    sqlite.query(`SELECT * FROM "${name}" ORDER BY ${name === "sqlite_sequence" ? "name" : "rowid"}`).all(),
  ]);
  const numbers = sqlite.query("SELECT digest, rowid FROM media_made ORDER BY rowid").values();
  sqlite.close();
  return { rows: Object.fromEntries(rows), numbers };
}

async function refusal(copying: Promise<unknown>): Promise<string> {
  return await copying.then(
    () => "",
    (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : ""),
  );
}

test("every table of the service database is copied, after those that it references", () => {
  const sqlite = openReadonly(newFile().path);
  const tables = sqlite
    .query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all()
    .map(({ name }) => name);
  const copied = copiedTables().map(({ name }) => name);
  expect(copied.toSorted()).toEqual(tables.toSorted());
  for (const [at, table] of copied.entries()) {
    const references = sqlite
      .query<{ table: string }, [string]>('SELECT "table" FROM pragma_foreign_key_list(?)')
      .all(table);
    expect(references.filter((one) => !copied.slice(0, at).includes(one.table))).toEqual([]);
  }
  for (const { name, columns } of copiedTables()) {
    const stored = sqlite.query<{ name: string }, [string]>("SELECT name FROM pragma_table_info(?)").all(name);
    expect(columns.filter((column) => column !== "rowid").toSorted()).toEqual(
      stored.map((column) => column.name).toSorted(),
    );
  }
  sqlite.close();
});

describe.each(ENGINES)("a copy by way of %s", (engine) => {
  test("keeps every row, the order of insertion, and numbers that were given", async () => {
    const [from, between, to] = [filled(), await newPlaceOn(engine), newFile()];
    const there = await copy(from, between);
    const back = await copy(between, to);
    expect(contentOf(to)).toEqual(contentOf(from));
    expect(back).toEqual(there);
    expect(there.filter(({ rows }) => rows === 0)).toEqual([]);
  });

  test("keeps more rows than are in memory at a time", async () => {
    const from = newFile((sqlite) => {
      sqlite.run(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 450) INSERT INTO settings SELECT 'ä' || i, i FROM n",
      );
    });
    const [between, to] = [await newPlaceOn(engine), newFile()];
    const there = await copy(from, between);
    expect(there.find(({ table }) => table === "settings")?.rows).toBe(450);
    expect(await copy(between, to)).toEqual(there);
  });

  test("refuses a database that has rows, and says which", async () => {
    const to = await newPlaceOn(engine);
    await copy(
      newFile((sqlite) => sqlite.run("INSERT INTO settings VALUES ('a', 'b')")),
      to,
    );
    expect(await refusal(copy(filled(), to))).toBe(
      `CopyRefused: ${to.name} is not empty. Its tables have these rows: settings 1. Nothing was changed.`,
    );
  });

  test("leaves nothing if it fails in the middle, and can be repeated", async () => {
    const [from, to] = [filled(), await newPlaceOn(engine)];
    const failing = copyServiceDb(from, to, {
      onProgress: () => undefined,
      carry: copyWaiting,
      finish: () => {
        throw new Error("gone");
      },
    });
    expect(await refusal(failing)).toBe("Error: gone");
    expect((await copy(from, to)).every(({ rows }) => rows > 0)).toBe(true);
  });
});

describe.skipIf(!HAS_POSTGRES)("a copy from PostgreSQL", () => {
  test.each(ENGINES)("to %s has the events that had no number yet, in its audit trail", async (engine) => {
    const address = await newPostgresAddress();
    const from = await PostgresServiceDb.open(address);
    const audit = new AuditTrail({ db: from, clock: { now: () => 1_000 } });
    const event = { actor: SERVER, action: "asset.expired" } as const;
    await audit.record(event);
    await settleTrail(from);
    await from.write((tx) => audit.recordIn(tx, ...Array.from({ length: 150 }, () => event)));
    await from.close();
    const copyAddress = await newPostgresAddress();
    const to: CopyPlace =
      engine === "sqlite" ? newFile() : { engine, name: "the copy", address: parsePostgresAddress(copyAddress) };
    await copy({ engine: "postgres", name: "the database", address: parsePostgresAddress(address) }, to);
    const db = to.engine === "sqlite" ? SqliteServiceDb.open(to.path) : await PostgresServiceDb.open(copyAddress);
    expect(await verifyTrail(db)).toMatchObject({ isIntact: true, entries: 151 });
    await db.close();
  });
});

describe.skipIf(!HAS_POSTGRES)("a copy to PostgreSQL", () => {
  test("names the row with a character that PostgreSQL cannot keep", async () => {
    const from = newFile((sqlite) => sqlite.run("INSERT INTO settings VALUES ('note', 'a' || char(0) || 'b')"));
    expect(await refusal(copy(from, await newPlaceOn("postgres")))).toBe(
      "CopyRefused: settings, name note: value contains the character U+0000, which PostgreSQL cannot keep.",
    );
  });

  test("names the rows that PostgreSQL refuses, without their values", async () => {
    const path = Array.from({ length: 90_000 }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7_919) % 20_000)));
    const from = newFile((sqlite) => sqlite.run("INSERT INTO settings VALUES (?, 'a')", [path.join("")]));
    expect(await refusal(copy(from, await newPlaceOn("postgres")))).toMatch(
      /^CopyRefused: settings, rows from name .{1,80}… to name .{1,80}…: index row/,
    );
  });

  test("leaves nothing if the connection ends in the middle", async () => {
    const [from, address] = [filled(), await newPostgresAddress()];
    const to: CopyPlace = { engine: "postgres", name: "the database", address: parsePostgresAddress(address) };
    const server = await postgresServer();
    const database = new URL(address).pathname.slice(1);
    let steps = 0;
    const onProgress = (): void => {
      steps += 1;
      if (steps !== 20) return;
      server.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`);
    };
    const failing = copyServiceDb(from, to, { onProgress, carry: copyWaiting, finish: () => done(undefined) });
    expect(await refusal(failing)).toMatch(/57P01|CONNECTION_CLOSED|ECONNRESET|EPIPE/);
    expect(server.query("select (select count(*) from keys) + (select count(*) from settings)", database)).toBe("0");
    expect((await copy(from, to)).every(({ rows }) => rows > 0)).toBe(true);
  });

  test("writes nothing after the connection has ended", async () => {
    const database = await newPostgresDatabase();
    const within = withinPostgres(
      { address: parsePostgresAddress(database.address), writes: true },
      async () => undefined,
      async (connection) => {
        const write = (name: string): Promise<void> => connection.write((tx) => putSetting(tx, name, "a"));
        await write("before");
        database.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'needledrop' and datname = current_database()",
        );
        for (const name of ["ended", "after", "long after"]) await write(name).catch(() => undefined);
      },
    );
    expect(await refusal(within)).toMatch(/57P01|CONNECTION_CLOSED|ECONNRESET|EPIPE/);
    expect(database.query("select count(*) from settings")).toBe("0");
  });

  test("says that its outcome is unknown if the connection ends while it is committed", async () => {
    const database = await newPostgresDatabase();
    database.query(
      "create function leave() returns trigger language plpgsql as 'begin perform pg_terminate_backend(pg_backend_pid()); return null; end'",
    );
    database.query(
      "create constraint trigger leaving after insert on settings deferrable initially deferred for each row execute function leave()",
    );
    const to: CopyPlace = { engine: "postgres", name: "the database", address: parsePostgresAddress(database.address) };
    expect(await refusal(copy(filled(), to))).toMatch(
      /^CopyUnconfirmed: The connection ended while the copy was committed, so whether it arrived is unknown\. Repeat it/,
    );
  });

  test("refuses a database that Needledrop or another program uses", async () => {
    const address = await newPostgresAddress();
    const to: CopyPlace = { engine: "postgres", name: "the database", address: parsePostgresAddress(address) };
    const db = await PostgresServiceDb.open(address);
    expect(await refusal(copy(filled(), to))).toMatch(/^DatabaseInUse: Needledrop uses this database now/);
    await db.close();
    const server = await postgresServer();
    server.query("create database others");
    server.query("create table invoices (id integer)", "others");
    const others = { ...to, address: parsePostgresAddress(server.addressOf("others")) };
    expect(await refusal(copy(filled(), others))).toBe(
      "CopyRefused: the database is not empty: another program has the tables invoices there. Nothing was changed.",
    );
    expect(await refusal(copy(others, newFile()))).toBe("CopyRefused: the database is no database of Needledrop.");
  });
});
