import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { settings } from "../../schema/tables/service/settings.ts";
import type { Reading, Writing } from "../../src/db/service-db.ts";
import type { SqliteServiceDb } from "../../src/db/sqlite-service-db.ts";
import { all, first, runNow, rows, run, type Work } from "../../src/db/work.ts";
import { messageOf } from "../../src/lib/assert.ts";
import { ENGINES, newDbOn, type OpenServiceDb } from "../support/engines.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { newServiceDb } from "../support/new-service-db.ts";
import { writeNow } from "../support/write-now.ts";

let db: OpenServiceDb;

function* insert(tx: Writing, name: string, value: string): Work<void> {
  yield* run(tx.orm.insert(settings).values({ name, value }));
}

function* valueOf(reading: Reading, name: string): Work<string | null> {
  const row = yield* first(reading.orm.select().from(settings).where(eq(settings.name, name)));
  return row?.value ?? null;
}

function* names(reading: Reading): Work<readonly string[]> {
  const found = yield* all(reading.orm.select().from(settings).orderBy(settings.name));
  return found.map(({ name }) => name);
}

describe.each(ENGINES)("work on %s", (engine) => {
  beforeEach(async () => {
    db = await newDbOn(engine);
  });

  afterEach(async () => {
    await db.close();
  });

  test("returns one row, all rows, and the rows of a text with parameters", async () => {
    await db.write(function* (tx) {
      yield* insert(tx, "a", "1");
      yield* insert(tx, "b", "2");
    });
    expect(await db.read(valueOf(db, "b"))).toBe("2");
    expect(await db.read(valueOf(db, "c"))).toBeNull();
    expect(await db.read(names(db))).toEqual(["a", "b"]);
    const text = rows<{ value: string }>(db, "SELECT value FROM settings WHERE name = ? AND value <> ?", "a", "2");
    expect(await db.read(text)).toEqual([{ value: "1" }]);
  });

  test("of a write returns its result, and effects run at the commit", async () => {
    const effects: string[] = [];
    const result = await db.write(function* (tx) {
      tx.onCommit(() => effects.push("a commit"));
      yield* insert(tx, "a", "1");
      return "done";
    });
    expect(result).toBe("done");
    expect(effects).toEqual(["a commit"]);
    expect(await db.read(names(db))).toEqual(["a"]);
  });

  test("of a write that fails changes nothing, rejects, and is reported as a failed transaction", async () => {
    const failures: unknown[] = [];
    db.onFailure((error) => failures.push(error));
    const failing = db.write(function* (tx) {
      yield* insert(tx, "a", "1");
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(failures).toEqual([new Error("no")]);
    expect(await db.read(names(db))).toEqual([]);
  });

  test("of a write within another one is refused", async () => {
    const refusals: Promise<unknown>[] = [];
    await db.write(function* (tx) {
      yield* insert(tx, "a", "1");
      refusals.push(db.write((inner) => insert(inner, "b", "2")).catch(messageOf));
    });
    expect(await Promise.all(refusals)).toEqual([expect.stringMatching(/^Invariant broken: a .*transaction/)]);
    expect(await db.read(names(db))).toEqual(["a"]);
  });
});

describe("work on SQLite", () => {
  let sqliteDb: SqliteServiceDb;

  beforeEach(() => {
    sqliteDb = newServiceDb(`${temporaryFolder()}/needledrop.db`);
    db = sqliteDb;
  });

  afterEach(() => sqliteDb.close());

  test("runs in the call, also in a transaction", () => {
    const written = db.write((tx) => insert(tx, "a", "1"));
    expect(runNow(valueOf(db, "a"))).toBe("1");
    const seen = writeNow(sqliteDb, (tx) => {
      runNow(insert(tx, "b", "2"));
      return runNow(names(tx));
    });
    expect(seen).toEqual(["a", "b"]);
    return written;
  });

  test("is refused at once if it would wait", () => {
    function* waiting(): Work<void> {
      yield Promise.resolve();
    }
    expect(() => runNow(waiting())).toThrow("work on SQLite waited");
  });

  test("sees its write in the effects of the commit", async () => {
    const effects: string[] = [];
    await db.write(function* (tx) {
      tx.onCommit(() => effects.push(runNow(names(db)).join()));
      yield* insert(tx, "a", "1");
    });
    expect(effects).toEqual(["a"]);
  });

  test("of a write is refused within another one that runs", async () => {
    const outer = db.write(function* (tx) {
      yield* insert(tx, "a", "1");
      writeNow(sqliteDb, () => undefined);
    });
    await expect(outer).rejects.toThrow("already open");
  });
});
