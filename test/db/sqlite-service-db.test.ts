import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { settings as settingsTable } from "../../schema/tables/service/settings.ts";
import { SqliteServiceDb } from "../../src/db/sqlite-service-db.ts";
import { DatabaseMoved } from "../../src/lib/storage-failure.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { writeNow } from "../support/write-now.ts";

let folder: string;
let path: string;
let db: SqliteServiceDb;

beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder, "needledrop.db");
  db = SqliteServiceDb.open(path);
});

afterEach(() => {
  db.close();
});

function settings(): number {
  return db.sqlite.query<{ count: number }, []>("select count(*) as count from settings").get()?.count ?? 0;
}

describe("the service database", () => {
  test("can be read by its owner only", () => {
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test("runs in WAL mode with foreign keys", () => {
    expect(db.sqlite.query("PRAGMA journal_mode").values()).toEqual([["wal"]]);
    expect(db.sqlite.query("PRAGMA foreign_keys").values()).toEqual([[1]]);
  });

  test("is one file after it is closed", async () => {
    writeNow(db, (tx) => tx.orm.insert(settingsTable).values({ name: "a", value: "b" }).run());
    expect(db.orm.select().from(settingsTable).all()).toHaveLength(1);
    db.close();
    expect(await Array.fromAsync(new Bun.Glob("*").scan(folder))).toEqual(["needledrop.db"]);
    db = SqliteServiceDb.open(path);
    expect(settings()).toBe(1);
  });
});

describe("a statement", () => {
  const find = (name: string) => db.orm.select().from(settingsTable).where(eq(settingsTable.name, name)).all();
  const add = (name: string) => db.orm.insert(settingsTable).values({ name, value: "b" }).run();

  test("is prepared once, and reads what other parameters select", () => {
    const { sql } = db.orm.select().from(settingsTable).where(eq(settingsTable.name, "a")).toSQL();
    expect(db.sqlite.prepare(sql)).toBe(db.sqlite.prepare(sql));
    add("a");
    add("c");
    expect([find("a"), find("c"), find("d")].map((rows) => rows.length)).toEqual([1, 1, 0]);
  });

  test("is not kept if its text is long", () => {
    const long = `select ${Array.from({ length: 2_000 }, (_, at) => at).join(", ")}`;
    expect(db.sqlite.prepare(long)).not.toBe(db.sqlite.prepare(long));
  });

  test("runs again after it has failed, and after the schema has changed", () => {
    add("a");
    expect(() => add("a")).toThrow("UNIQUE");
    add("c");
    db.sqlite.run("alter table settings add column other text");
    expect(find("c")).toEqual([{ name: "c", value: "b" }]);
  });
});

describe("the version of a subject", () => {
  test("changes with a change that was noted, and with any write of another process, but not with other own writes", () => {
    const first = db.versionOf("songs");
    writeNow(db, (tx) => {
      db.sqlite.run("insert into settings values ('a', 'b')");
      tx.noteChange("people");
    });
    expect(db.versionOf("songs")).toBe(first);
    writeNow(db, (tx) => tx.noteChange("songs"));
    const second = db.versionOf("songs");
    expect(second).not.toBe(first);
    const another = SqliteServiceDb.open(path);
    writeNow(another, () => another.sqlite.run("insert into settings values ('c', 'd')"));
    another.close();
    expect(db.versionOf("songs")).not.toBe(second);
  });

  test("changes with the commit: not before, and never after a rollback", () => {
    const first = db.versionOf("songs");
    let atCommit = first;
    writeNow(db, (tx) => {
      tx.onCommit(() => (atCommit = db.versionOf("songs")));
      tx.noteChange("songs");
      expect(db.versionOf("songs")).toBe(first);
    });
    expect(atCommit).not.toBe(first);
    const rolledBack = (): void =>
      writeNow(db, (tx) => {
        tx.noteChange("songs");
        throw new Error("no");
      });
    expect(rolledBack).toThrow("no");
    expect(db.versionOf("songs")).toBe(atCommit);
  });
});

describe("a transaction", () => {
  test("returns the result of its work and runs its effects after the commit, in order", () => {
    const seen: string[] = [];
    const result = writeNow(db, (tx) => {
      db.sqlite.run("insert into settings values ('a', 'b')");
      tx.onCommit(() => seen.push(`one of ${settings()}`));
      tx.onCommit(() => seen.push("two"));
      expect(seen).toEqual([]);
      return 7;
    });
    expect([result, seen]).toEqual([7, ["one of 1", "two"]]);
  });

  test("that throws is rolled back and runs no effects", () => {
    let effects = 0;
    const work = (): void =>
      writeNow(db, (tx) => {
        tx.onCommit(() => void (effects += 1));
        db.sqlite.run("insert into settings values ('a', 'b')");
        throw new Error("no");
      });
    expect(work).toThrow("no");
    expect([settings(), effects]).toEqual([0, 0]);
    writeNow(db, () => db.sqlite.run("insert into settings values ('a', 'b')"));
    expect(settings()).toBe(1);
  });

  test("on a full disk throws that error, and does not affect the next one", () => {
    const pages = db.sqlite.query<{ page_count: number }, []>("PRAGMA page_count").get()?.page_count ?? 0;
    db.sqlite.run(`PRAGMA max_page_count = ${pages}`);
    const fill = (): unknown =>
      writeNow(db, () => db.sqlite.run("insert into settings values ('a', ?)", ["x".repeat(1_000_000)]));
    expect(fill).toThrow("database or disk is full");
    expect(fill).toThrow("database or disk is full");
    db.sqlite.run("PRAGMA max_page_count = 1000000");
    fill();
    expect(settings()).toBe(1);
  });

  test("within another one is a bug", () => {
    expect(() => writeNow(db, () => writeNow(db, () => 1))).toThrow("Invariant broken");
    expect(writeNow(db, () => 1)).toBe(1);
  });

  test("takes the write lock at its beginning, so that a first read cannot make it fail", () => {
    const other = SqliteServiceDb.open(path);
    other.sqlite.run("PRAGMA busy_timeout = 0");
    writeNow(db, () => {
      expect(() => writeNow(other, () => 1)).toThrow("locked");
    });
    expect(writeNow(other, () => 1)).toBe(1);
    other.close();
  });
});

describe("a database that was moved away", () => {
  const insert = (): unknown => writeNow(db, () => db.sqlite.run("insert into settings values ('a', 'b')"));

  test("accepts no write while its path is missing, and does again when the file is back", () => {
    renameSync(folder, `${folder}-away`);
    expect(insert).toThrow(DatabaseMoved);
    expect(() => db.probe({ needsRoom: false })).toThrow(DatabaseMoved);
    renameSync(`${folder}-away`, folder);
    insert();
    expect(settings()).toBe(1);
  });

  test("accepts no write while another file has its path, and does not change that file", () => {
    renameSync(path, `${path}-away`);
    writeFileSync(path, "another");
    expect(insert).toThrow(DatabaseMoved);
    expect(readFileSync(path, "utf8")).toBe("another");
    renameSync(`${path}-away`, path);
    insert();
  });

  test("is reported to the failure listener before the caller", () => {
    const heard: unknown[] = [];
    db.onFailure((error) => heard.push(error));
    renameSync(folder, `${folder}-away`);
    expect(insert).toThrow();
    renameSync(`${folder}-away`, folder);
    expect(heard).toEqual([expect.any(DatabaseMoved)]);
  });
});

describe("a probe", () => {
  test("leaves one row, however often it runs", () => {
    for (const needsRoom of [false, true, false]) db.probe({ needsRoom });
    expect(db.sqlite.query("select name, length(value) from settings").values()).toEqual([["storage_probe", 1]]);
  });

  test("writes to the file every time, also if an earlier one has left its row", () => {
    const other = SqliteServiceDb.open(path);
    const versions = Array.from({ length: 5 }, (_, at) => {
      db.probe({ needsRoom: at === 3 });
      return other.sqlite.query("PRAGMA data_version").values().join();
    });
    other.close();
    expect(new Set(versions).size).toBe(versions.length);
  });

  test("does not wait for locks, and does not change the wait of other writes", () => {
    const other = SqliteServiceDb.open(path);
    other.sqlite.run("BEGIN IMMEDIATE");
    expect(() => db.probe({ needsRoom: false })).toThrow("locked");
    expect(db.sqlite.query("PRAGMA busy_timeout").values()).toEqual([[5_000]]);
    other.sqlite.run("ROLLBACK");
    other.close();
  });
});
