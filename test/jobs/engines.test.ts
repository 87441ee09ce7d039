import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  claimJobs,
  countRunning,
  dueClients,
  dueJobs,
  dueSuspect,
  isSuspectFirst,
} from "../../src/jobs/claim-store.ts";
import { countStranded, dueKeys, earliestRunAt, hasWaiting } from "../../src/jobs/count-store.ts";
import { hastenById, listJobs } from "../../src/jobs/list-store.ts";
import { CLOCK_SLACK_MS } from "../../src/lib/clock.ts";
import { Queue } from "../../src/jobs/queue.ts";
import {
  correctWaits,
  deleteFinished,
  expiredLeases,
  finishJob,
  holdBackSuspects,
  renewLeases,
  requeueJob,
} from "../../src/jobs/store.ts";
import { ENGINES, newDbOn, type OpenServiceDb } from "../support/engines.ts";
import { HAS_POSTGRES } from "../support/postgres.ts";
import { kindOf } from "./setup.ts";

const NOW = 1_000_000;
const LEASE = { owner: "node", until: NOW + 60_000 };
const NO_SUSPECT = { suspect: null, kindsAlone: [] };
const DUE = { lane: "errands", kinds: ["errand"], now: NOW } as const;

let db: OpenServiceDb;
const queue = new Queue({ now: () => NOW });

async function add(
  client: string,
  more: { runAt?: number; workMs?: number; uniqueKey?: string } = {},
): Promise<number> {
  return await db.write((tx) => queue.enqueue(tx, { kind: kindOf(), payload: { name: "one" }, client, ...more }));
}

async function claim(ids: readonly number[]): Promise<readonly number[]> {
  return (await db.write((tx) => claimJobs(tx, ids, LEASE, NO_SUSPECT))).map(({ id }) => id);
}

describe.each(ENGINES)("jobs on %s", (engine) => {
  beforeEach(async () => {
    db = await newDbOn(engine);
  });

  afterEach(async () => {
    await db.close();
  });

  test("are chosen per client by their time or work, claimed once, and counted", async () => {
    const a = await add("a", { runAt: 5, workMs: 900_000 });
    const shorter = await add("a", { runAt: 6 });
    const b = await add("b", { runAt: 7 });
    await add("b", { runAt: NOW + 1 });
    const next = async (order: "turns" | "shortest") =>
      new Map((await db.read(dueClients(db, { ...DUE, order }))).map(({ id, client, runAt }) => [client, [id, runAt]]));
    expect(await next("turns")).toEqual(
      new Map([
        ["a", [a, 5]],
        ["b", [b, 7]],
      ]),
    );
    expect(await next("shortest")).toEqual(
      new Map([
        ["a", [shorter, 6]],
        ["b", [b, 7]],
      ]),
    );
    const ofA = await db.write((tx) => dueJobs(tx, { ...DUE, order: "shortest", client: "a", limit: 9 }));
    expect(ofA.map(({ id, workMs }) => [id, workMs])).toEqual([
      [shorter, 0],
      [a, 900_000],
    ]);
    expect(await claim([b, a])).toEqual([b, a]);
    expect(await claim([a])).toEqual([]);
    expect(await db.read(countRunning(db, "errands"))).toEqual(
      new Map([
        ["a", 1],
        ["b", 1],
      ]),
    );
    expect(await db.read(hasWaiting(db, 2, "errands"))).toBe(true);
    expect(await db.read(hasWaiting(db, 2, "errands", "a"))).toBe(false);
    expect(await db.read(earliestRunAt(db, "errands", "b"))).toBe(NOW + 1);
    expect(await db.read(dueKeys(db, "errands", NOW, 9))).toEqual([
      { uniqueKey: null, client: "a", runAt: 6, workMs: 0 },
    ]);
    expect(await db.read(queue.counts(db))).toMatchObject([
      { lane: "errands", waiting: 1, scheduled: 1, running: 2, failed: 0, oldestWaitMs: NOW - 6 },
    ]);
    expect(await db.read(countStranded(db, ["other"], ["errands"]))).toEqual([
      { kind: "errand", lane: "errands", count: 2 },
    ]);
  });

  test("are hastened, and waits from the future begin again", async () => {
    const later = await add("a", { runAt: NOW + 500, uniqueKey: "k" });
    const earlier = await add("a", { runAt: 5, uniqueKey: "e" });
    expect(await db.write((tx) => queue.hastenAll(tx, ["k", "e", "unknown"]))).toBe(true);
    const runAts = async () => (await db.read(queue.findAll(db, ["k", "e"]))) as ReadonlyMap<string, { runAt: number }>;
    expect([(await runAts()).get("k")?.runAt, (await runAts()).get("e")?.runAt]).toEqual([NOW, 5]);
    expect(await db.write((tx) => hastenById(tx, later, NOW - 1))).toBe(true);
    expect((await runAts()).get("k")?.runAt).toBe(NOW - 1);
    // The time of other nodes differs by milliseconds.
    const back = engine === "sqlite" ? 10 : CLOCK_SLACK_MS + 10;
    expect(await db.write((tx) => correctWaits(tx, ["errands"], NOW - back + 10, 9))).toBe(0);
    expect(await db.write((tx) => correctWaits(tx, ["errands"], NOW - back, 9))).toBe(2);
    expect([(await runAts()).get("k")?.runAt, (await runAts()).get("e")?.runAt]).toEqual([NOW - back, NOW - back]);
    expect(earlier).toBeGreaterThan(later);
  });

  test("keep their lease, become suspects, end, are listed and deleted", async () => {
    const [one, two] = [await add("a"), await add("b")];
    await claim([one, two]);
    expect(await db.write((tx) => renewLeases(tx, "node", [one], NOW + 90_000))).toEqual(new Set([one]));
    expect((await db.read(expiredLeases(db, NOW + 70_000, 9))).map(({ id }) => id)).toEqual([two]);
    const claimOf = (id: number, attempt = 1) => ({ id, attempt, owner: "node" });
    const requeue = { runAt: NOW, now: NOW, isAttempt: false, ends: { rescues: 1, crashes: 1 } };
    expect(await db.write((tx) => requeueJob(tx, claimOf(two), requeue))).toBe(true);
    expect(await db.read(dueSuspect(db, ["errand"], NOW))).toBe(two);
    await db.write((tx) => holdBackSuspects(tx, ["errand"], NOW + 5, NOW));
    expect(await db.read(dueSuspect(db, ["errand"], NOW))).toBeNull();
    expect(await db.read(isSuspectFirst(db, ["errand"], NOW))).toBe(true);
    const end = { state: "failed", reason: "no", now: NOW } as const;
    expect(await db.write((tx) => finishJob(tx, claimOf(one, 2), end))).toBe(false);
    expect(await db.write((tx) => finishJob(tx, claimOf(one), end))).toBe(true);
    const all = { lane: null, keyId: null, from: null, to: null, after: null, limit: 9 };
    const listed = async (state: "ready" | "failed", more = {}) =>
      (await db.read(listJobs(db, { ...all, state, ...more }))).map(({ id }) => id);
    expect(await listed("failed", { keyId: "a", to: NOW + 1 })).toEqual([one]);
    expect(await listed("failed", { lane: "other" })).toEqual([]);
    expect(await listed("ready", { keyId: "b", from: NOW })).toEqual([two]);
    expect(await listed("ready", { after: { lane: "errands", at: NOW + 5, id: two } })).toEqual([]);
    expect(await db.write((tx) => deleteFinished(tx, "failed", { before: NOW, after: NOW - 1 }, 9))).toBe(1);
  });

  test("with a key are added once by many transactions at once", async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, () => add("a", { uniqueKey: "k" })));
    expect(new Set(ids).size).toBe(1);
  });
});

test.skipIf(!HAS_POSTGRES)("a node passes jobs that another one is claiming", async () => {
  db = await newDbOn("postgres");
  for (let index = 0; index < 4; index += 1) await add("a");
  const chosen = Promise.withResolvers<void>();
  const otherIsDone = Promise.withResolvers<void>();
  const take = { ...DUE, order: "turns", client: "a", limit: 2 } as const;
  const first = db.write(function* (tx) {
    const ids = (yield* dueJobs(tx, take)).map(({ id }) => id);
    chosen.resolve();
    yield otherIsDone.promise;
    return (yield* claimJobs(tx, ids, LEASE, NO_SUSPECT)).map(({ id }) => id);
  });
  await chosen.promise;
  const second = await db.write(function* (tx) {
    const ids = (yield* dueJobs(tx, take)).map(({ id }) => id);
    return (yield* claimJobs(tx, ids, LEASE, NO_SUSPECT)).map(({ id }) => id);
  });
  otherIsDone.resolve();
  expect(second).toHaveLength(2);
  expect(new Set([...(await first), ...second]).size).toBe(4);
  await db.close();
});
