import type { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { migrations as shipped } from "../../schema/migrations/service/list.ts";
import { type Migration, MigrationRefused, migrate } from "../../src/db/migrate.ts";
import { openWritable } from "../../src/db/open.ts";
import { KNOWN_SCHEMA, schemaVersionOf } from "../../src/db/schema-version.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Migrations of several releases: a table, a column, a rebuild with data. */
const HISTORY: readonly Migration[] = [
  { name: "0000_start", sql: "create table songs (id integer primary key, title text) strict" },
  {
    name: "0001_plays",
    sql: "create table plays (song integer references songs(id)) strict;\n--> statement-breakpoint\nalter table songs add column bpm integer",
  },
  {
    name: "0002_title_needed",
    sql: [
      "create table new_songs (id integer primary key, title text not null, bpm integer) strict",
      "insert into new_songs select id, coalesce(title, ''), bpm from songs",
      "drop table songs",
      "alter table new_songs rename to songs",
    ].join("--> statement-breakpoint"),
  },
];

let folder: string;
let path: string;
let database: Database;

beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder, "test.db");
  database = openWritable(path, { create: true });
});

afterEach(() => {
  database.close();
});

function tables(): readonly string[] {
  const rows = database.query<{ name: string }, []>("select name from sqlite_master where type = 'table'").all();
  return rows.map((row) => row.name).toSorted();
}

describe("an upgrade", () => {
  test.each([0, 1, 2, 3])("from version %d ends at the newest, with its data", (from) => {
    migrate(database, HISTORY.slice(0, from));
    if (from > 0)
      database.run(
        "insert into songs (id, title) values (1, 'Glass Harbour'), (2, null)".replace(
          "null",
          from < 3 ? "null" : "''",
        ),
      );
    migrate(database, HISTORY);
    expect(schemaVersionOf(path)).toBe(3);
    expect(tables()).toEqual(["plays", "songs"]);
    const songs = database.query("select title from songs order by id").values();
    expect(songs).toEqual(from > 0 ? [["Glass Harbour"], [""]] : []);
  });

  test("changes nothing the second time", () => {
    migrate(database, HISTORY);
    migrate(database, HISTORY);
    expect(schemaVersionOf(path)).toBe(3);
  });

  test("that fails in the middle leaves the database unchanged", () => {
    migrate(database, HISTORY.slice(0, 1));
    const broken = [...HISTORY.slice(0, 2), { name: "0002_wrong", sql: "alter table absent add column x" }];
    expect(() => migrate(database, broken)).toThrow("no such table: absent");
    expect(schemaVersionOf(path)).toBe(1);
    expect(tables()).toEqual(["songs"]);
  });

  test("on a full disk reports that, and leaves the database unchanged", () => {
    migrate(database, HISTORY.slice(0, 1));
    const pages = database.query<{ page_count: number }, []>("PRAGMA page_count").get()?.page_count ?? 0;
    database.run(`PRAGMA max_page_count = ${pages}`);
    const growing = { name: "0001_large", sql: "insert into songs (title) values (hex(zeroblob(1000000)))" };
    expect(() => migrate(database, [...HISTORY.slice(0, 1), growing])).toThrow("database or disk is full");
    expect(schemaVersionOf(path)).toBe(1);
    expect(database.query("select count(*) from songs").values()).toEqual([[0]]);
  });

  test("that breaks a reference is rolled back", () => {
    migrate(database, HISTORY);
    database.run("insert into songs (id, title) values (1, 'x')");
    database.run("insert into plays values (1)");
    const broken = [...HISTORY, { name: "0003_wrong", sql: "delete from songs" }];
    expect(() => migrate(database, broken)).toThrow("1 broken references");
    expect(database.query("select count(*) from songs").values()).toEqual([[1]]);
  });

  test("leaves foreign keys enabled", () => {
    migrate(database, HISTORY);
    expect(() => database.run("insert into plays values (99)")).toThrow("FOREIGN KEY");
  });
});

describe("a newer database", () => {
  test("is refused and not changed", () => {
    migrate(database, HISTORY);
    expect(() => migrate(database, HISTORY.slice(0, 2))).toThrow(MigrationRefused);
    expect(() => migrate(database, HISTORY.slice(0, 2))).toThrow(
      "written by a newer Needledrop (schema 3; this program knows 2)",
    );
    expect(schemaVersionOf(path)).toBe(3);
  });
});

describe("simultaneous first starts", () => {
  test("in several processes all succeed", async () => {
    const script = join(import.meta.dir, "open-service-db.ts");
    const target = join(folder, "shared.db");
    const children = Array.from({ length: 5 }, () =>
      Bun.spawn([process.execPath, script, target], { stdout: "ignore", stderr: "pipe" }),
    );
    const ends = await Promise.all(
      children.map(async (child) => ({ status: await child.exited, stderr: await new Response(child.stderr).text() })),
    );
    expect(ends).toEqual(children.map(() => ({ status: 0, stderr: "" })));
    expect(schemaVersionOf(target)).toBe(KNOWN_SCHEMA.service);
  });
});

describe("the shipped migrations", () => {
  test("create strict tables only", () => {
    migrate(database, shipped);
    const loose = database
      .query(
        "select name from pragma_table_list where schema = 'main' and type = 'table' and strict = 0 and name not like 'sqlite_%'",
      )
      .values();
    expect(loose).toEqual([]);
  });
});
