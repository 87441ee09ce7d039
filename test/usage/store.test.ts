import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { createKey } from "../../src/keys/manage-keys.ts";
import { randomId } from "../../src/lib/ids.ts";
import { type ExecutionEntry, recordCacheHit, recordExecution, usageBy } from "../../src/usage/store.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { ENGINES, newDbOn, type OpenServiceDb } from "../support/engines.ts";
import { newServiceDb } from "../support/new-service-db.ts";

const MARCH = Date.UTC(2026, 2, 31, 23, 59);
const APRIL = Date.UTC(2026, 3, 1);
const ALWAYS = { from: null, to: null, keyId: null };

let db: OpenServiceDb;
let keyId: string;

async function newKey(name: string, now: number): Promise<string> {
  return (await createKey({ db, clock: { now: () => now }, newId: randomId }, { name })).key.id;
}

async function record(execution: Partial<ExecutionEntry>): Promise<void> {
  const row = { executionId: randomId(), searchId: randomId(), keyId, tier: "text", at: MARCH, billed: true } as const;
  await db.write((tx) => recordExecution(tx, { ...row, ...execution }));
}

describe.each(ENGINES)("the ledger on %s", (engine) => {
  beforeEach(async () => {
    db = await newDbOn(engine);
    keyId = await newKey("studio", 1);
  });

  afterEach(async () => {
    await db.close();
  });

  test("counts by month, key and tier", async () => {
    const other = await newKey("other", 2);
    await record({});
    await record({});
    await record({ tier: "video" });
    await record({ at: APRIL });
    await record({ keyId: other });
    expect(
      (await db.read(usageBy(db, ALWAYS))).map(({ period, keyName, tier, count }) => [period, keyName, tier, count]),
    ).toEqual([
      ["2026-03", "studio", "text", 2],
      ["2026-03", "studio", "video", 1],
      ["2026-03", "other", "text", 1],
      ["2026-04", "studio", "text", 1],
    ]);
  });

  test("records an execution only once", async () => {
    await record({ executionId: "same" });
    await record({ executionId: "same" });
    expect(await db.read(usageBy(db, ALWAYS))).toMatchObject([{ count: 1 }]);
  });

  test("marks a failed execution as not billed", async () => {
    await record({});
    await record({ billed: false });
    expect((await db.read(usageBy(db, ALWAYS))).map(({ tier, billed, count }) => [tier, billed, count])).toEqual([
      ["text", true, 1],
      ["text", false, 1],
    ]);
  });

  test("records every cache hit, in a separate free tier", async () => {
    for (let i = 0; i < 3; i += 1) await db.write((tx) => recordCacheHit(tx, { searchId: "s", keyId, at: MARCH }));
    expect(await db.read(usageBy(db, ALWAYS))).toMatchObject([{ tier: "cached", billed: false, count: 3 }]);
  });

  test("rolls back with its transaction", async () => {
    const cancelled = db.write(function* (tx) {
      yield* recordCacheHit(tx, { searchId: "s", keyId, at: MARCH });
      throw new Error("changed my mind");
    });
    await expect(cancelled).rejects.toThrow("changed my mind");
    expect(await db.read(usageBy(db, ALWAYS))).toEqual([]);
  });

  test("includes the start of a range and excludes its end", async () => {
    await record({ at: MARCH });
    await record({ at: APRIL });
    const counted = async (from: number | null, to: number | null): Promise<number> =>
      (await db.read(usageBy(db, { from, to, keyId: null }))).reduce((sum, row) => sum + row.count, 0);
    expect(await counted(MARCH, APRIL)).toBe(1);
    expect(await counted(APRIL, null)).toBe(1);
    expect(await counted(null, MARCH)).toBe(0);
    expect(await counted(null, APRIL + 1)).toBe(2);
  });

  test("can count a single key", async () => {
    const other = await newKey("other", 2);
    await record({});
    await record({ keyId: other });
    expect(await db.read(usageBy(db, { ...ALWAYS, keyId: other }))).toMatchObject([{ keyName: "other", count: 1 }]);
  });
});

test("the ledger is read by its index for a range", () => {
  const { sqlite } = newServiceDb(join(temporaryFolder(), "needledrop.db"));
  const plan = sqlite
    .query<{ detail: string }, []>("explain query plan select count(*) from ledger where at >= 1 and at < 2")
    .all();
  expect(plan.map((step) => step.detail).join()).toContain("ledger_by_time");
});
