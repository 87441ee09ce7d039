import type { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { migrations } from "../../schema/migrations/service/list.ts";
import { migrate } from "../../src/db/migrate.ts";
import { openWritable } from "../../src/db/open.ts";
import { schemaVersionOf } from "../../src/db/schema-version.ts";
import { SqliteServiceDb } from "../../src/db/sqlite-service-db.ts";
import { VectorsDb } from "../../src/db/vectors-db.ts";
import { vectorsPath } from "../../src/db/vectors-file.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** The last schema of the service database that had the vectors. */
const FORMER = migrations.findIndex(({ name }) => name.endsWith("_move-vectors"));
/** More than one batch of the move. */
const VECTORS = 20_002;

let folder: string;
let path: string;
let former: Database;
beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder, "needledrop.db");
  former = openWritable(path, { create: true });
  migrate(former, migrations.slice(0, FORMER));
});
afterEach(() => former.close());

function fill(): void {
  former.run("insert into embedding_models values (3, 'old', 2, null), (8, 'small', 3, '1 abc')");
  former.run("insert into embeddings values (3, zeroblob(16), x'0102')");
  former.run(
    `with recursive n(at) as (select 1 union all select at + 1 from n where at < ${VECTORS})
    insert into embeddings select 8, unhex(printf('%032x', at)), unhex(printf('%06x', at)) from n`,
  );
}

function moved(): { readonly models: unknown; readonly vectors: unknown } {
  const vectors = VectorsDb.openKnown(vectorsPath(folder));
  if (vectors === null) throw new Error("expected a file of vectors");
  try {
    return {
      models: vectors.sqlite.query("select name, dims, covered from models order by name").values(),
      vectors: vectors.sqlite
        .query(
          `select m.name, count(*), sum(v.vector = unhex(substr(hex(v.key), -6))) from vectors v
          join models m on m.id = v.model_id group by 1 order by 1`,
        )
        .values(),
    };
  } finally {
    vectors.close();
  }
}

const ALL = {
  models: [
    ["old", 2, null],
    ["small", 3, "1 abc"],
  ],
  vectors: [
    ["old", 1, 0],
    ["small", VECTORS, VECTORS],
  ],
};

test("an upgrade moves the vectors of the service database to their own file, which is private", () => {
  fill();
  const upgraded = SqliteServiceDb.open(path);
  const left = upgraded.sqlite.query("select name from sqlite_schema where name like 'embedding%'").values();
  upgraded.close();
  expect(left).toEqual([]);
  expect(moved()).toEqual(ALL);
  expect(statSync(vectorsPath(folder)).mode & 0o777).toBe(0o600);
  expect(statSync(dirname(vectorsPath(folder))).mode & 0o777).toBe(0o700);
});

test("an upgrade that fails after the move leaves them in the service database, and is repeated", () => {
  fill();
  former.run("PRAGMA foreign_keys = OFF");
  // The last step of an upgrade checks all references.
  former.run("insert into key_playlists (key_id, playlist_id) values ('no such key', 1)");
  expect(() => SqliteServiceDb.open(path)).toThrow("broken references; nothing was changed");
  expect(schemaVersionOf(path)).toBe(FORMER);
  expect(former.query("select count(*) from embeddings").values()).toEqual([[VECTORS + 1]]);
  former.run("delete from key_playlists");
  // As after a kill within the move.
  const partly = VectorsDb.open(vectorsPath(folder));
  partly.sqlite.run("delete from vectors where rowid > 10");
  partly.close();
  SqliteServiceDb.open(path).close();
  expect(moved()).toEqual(ALL);
});

test("an upgrade whose vectors cannot be moved changes nothing", () => {
  fill();
  mkdirSync(dirname(vectorsPath(folder)));
  writeFileSync(vectorsPath(folder), "no database, and longer than its header".repeat(100));
  expect(() => SqliteServiceDb.open(path)).toThrow("not a database");
  expect(schemaVersionOf(path)).toBe(FORMER);
});

test("an upgrade without vectors makes no file", () => {
  SqliteServiceDb.open(path).close();
  expect(existsSync(vectorsPath(folder))).toBe(false);
});
