import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import type { SqliteServiceDb } from "../../src/db/sqlite-service-db.ts";
import { runNow } from "../../src/db/work.ts";
import { randomId } from "../../src/lib/ids.ts";
import { type ExecutionEntry, recordCacheHit, recordExecution, usageBy } from "../../src/usage/store.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { createKey } from "../support/create-key.ts";
import { newServiceDb } from "../support/new-service-db.ts";

const MARCH = Date.UTC(2026, 2, 31, 23, 59);
const APRIL = Date.UTC(2026, 3, 1);
const ALWAYS = { from: null, to: null, keyId: null };

let folder: string;
let db: SqliteServiceDb;
let keyId: string;

beforeEach(() => {
  folder = temporaryFolder();
  db = newServiceDb(join(folder, "needledrop.db"));
  keyId = newKey("studio", 1);
});

afterEach(() => {
  db.close();
});

function newKey(name: string, now: number): string {
  return createKey({ db, clock: { now: () => now }, newId: randomId }, { name }).key.id;
}

function record(execution: Partial<ExecutionEntry>): void {
  const row = { executionId: randomId(), searchId: randomId(), keyId, tier: "text", at: MARCH, billed: true } as const;
  db.transaction((tx) => runNow(recordExecution(tx, { ...row, ...execution })));
}

describe("the ledger", () => {
  test("counts by month, key and tier", () => {
    const other = newKey("other", 2);
    record({});
    record({});
    record({ tier: "video" });
    record({ at: APRIL });
    record({ keyId: other });
    expect(
      runNow(usageBy(db, ALWAYS)).map(({ period, keyName, tier, count }) => [period, keyName, tier, count]),
    ).toEqual([
      ["2026-03", "studio", "text", 2],
      ["2026-03", "studio", "video", 1],
      ["2026-03", "other", "text", 1],
      ["2026-04", "studio", "text", 1],
    ]);
  });

  test("records an execution only once", () => {
    record({ executionId: "same" });
    record({ executionId: "same" });
    expect(runNow(usageBy(db, ALWAYS))).toMatchObject([{ count: 1 }]);
  });

  test("marks a failed execution as not billed", () => {
    record({});
    record({ billed: false });
    expect(runNow(usageBy(db, ALWAYS)).map(({ tier, billed, count }) => [tier, billed, count])).toEqual([
      ["text", true, 1],
      ["text", false, 1],
    ]);
  });

  test("records every cache hit, in a separate free tier", () => {
    for (let i = 0; i < 3; i += 1)
      db.transaction((tx) => runNow(recordCacheHit(tx, { searchId: "s", keyId, at: MARCH })));
    expect(runNow(usageBy(db, ALWAYS))).toMatchObject([{ tier: "cached", billed: false, count: 3 }]);
  });

  test("rolls back with its transaction", () => {
    const cancelled = (): void =>
      db.transaction((tx) => {
        runNow(recordCacheHit(tx, { searchId: "s", keyId, at: MARCH }));
        throw new Error("changed my mind");
      });
    expect(cancelled).toThrow("changed my mind");
    expect(runNow(usageBy(db, ALWAYS))).toEqual([]);
  });

  test("includes the start of a range and excludes its end", () => {
    record({ at: MARCH });
    record({ at: APRIL });
    const counted = (from: number | null, to: number | null): number =>
      runNow(usageBy(db, { from, to, keyId: null })).reduce((sum, row) => sum + row.count, 0);
    expect([counted(MARCH, APRIL), counted(APRIL, null), counted(null, MARCH), counted(null, APRIL + 1)]).toEqual([
      1, 1, 0, 2,
    ]);
  });

  test("can count a single key", () => {
    const other = newKey("other", 2);
    record({});
    record({ keyId: other });
    expect(runNow(usageBy(db, { ...ALWAYS, keyId: other }))).toMatchObject([{ keyName: "other", count: 1 }]);
  });

  test("uses the index for a range", () => {
    const plan = db.sqlite
      .query<{ detail: string }, []>("explain query plan select count(*) from ledger where at >= 1 and at < 2")
      .all();
    expect(plan.map((step) => step.detail).join()).toContain("ledger_by_time");
  });
});
