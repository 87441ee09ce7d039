import { afterEach, beforeEach, describe, expect, spyOn, test } from "bun:test";
import { AssetReader } from "../../src/assets/store.ts";
import { AuditTrail } from "../../src/audit/audit-trail.ts";
import { verifyTrail } from "../../src/audit/verify-chain.ts";
import { PostgresServiceDb } from "../../src/db/postgres-service-db.ts";
import { Queue } from "../../src/jobs/queue.ts";
import type { ApiKey } from "../../src/keys/key.ts";
import { createKey } from "../../src/keys/manage-keys.ts";
import { randomId } from "../../src/lib/ids.ts";
import type { Refused } from "../../src/lib/refusal.ts";
import type { Execution } from "../../src/search/execution.ts";
import { InlineSearches } from "../../src/search/inline-searches.ts";
import { recordEnding } from "../../src/search/record-ending.ts";
import { SearchEndings } from "../../src/search/search-endings.ts";
import { Searches, type SearchesDeps } from "../../src/search/searches.ts";
import {
  completedBetween,
  endedAfter,
  endExecution,
  findExecution,
  latestTerminal,
  listEnded,
  listWaitingFor,
  removeExecutions,
  setFinishedAtStart,
} from "../../src/search/store.ts";
import { usageBy } from "../../src/usage/store.ts";
import { createDelivery, finishDelivery, listDeliveries, recordAttempt } from "../../src/webhooks/store.ts";
import { FakeTime } from "../jobs/fake-time.ts";
import { ENGINES, newDbOn, type OpenServiceDb } from "../support/engines.ts";
import { HAS_POSTGRES, newPostgresAddress } from "../support/postgres.ts";

const NOW = 1_000_000;
const clock = { now: () => NOW };

let db: OpenServiceDb;
let key: ApiKey;
let searches: Searches;
const queue = new Queue(clock);

async function submit(
  query: string,
): Promise<{ readonly searchId: string; readonly executionId: string; readonly kind: string }> {
  const submitted = await searches.submitInline({ key, requestId: "r" }, { query, context: null, assetIds: [] });
  return { ...submitted, executionId: submitted.kind === "cached" ? "" : submitted.executionId };
}

async function setUp(): Promise<void> {
  key = (await createKey({ db, clock, newId: randomId }, { name: "studio" })).key;
  searches = new Searches({
    db,
    queue,
    clock,
    newId: randomId,
    assets: new AssetReader(db, clock, 1),
    audit: new AuditTrail({ db, clock }),
    documents: { read: (execution: Execution) => (execution.status === "failed" ? { execution, answer: null } : null) },
    unknownSongs: () => [],
    // Of a cached answer only its presence matters here.
    bodies: { isKept: () => true },
  } as unknown as SearchesDeps);
}

describe.each(ENGINES)("searches on %s", (engine) => {
  beforeEach(async () => {
    db = await newDbOn(engine);
    await setUp();
  });

  afterEach(async () => {
    await db.close();
  });

  test("that are equal and come at once are one execution", async () => {
    const submitted = await Promise.all(Array.from({ length: 16 }, () => submit("a quiet kitchen at dawn")));
    expect(submitted.map(({ kind }) => kind).toSorted()).toEqual([
      "enqueued",
      ...Array.from({ length: 15 }, () => "joined"),
    ]);
    expect(new Set(submitted.map(({ executionId }) => executionId)).size).toBe(1);
    expect(await verifyTrail(db)).toMatchObject({ isIntact: true, entries: 16 });
  });

  test("take U+0000 in a text as a space, and find no asset by it", async () => {
    const { searchId } = await submit("calm\0piano\0");
    expect(await submit("calm piano")).toMatchObject({ searchId, kind: "joined" });
    const caller = { key: { ...key, hasImages: true }, requestId: "r" };
    const withAsset = searches.submitInline(caller, { query: "calm", context: null, assetIds: ["a\0"] });
    expect((await withAsset.catch((error: unknown) => error)) as Refused).toMatchObject({
      refusals: [{ name: "asset_unavailable" }],
    });
  });

  test("end once, answer later ones, and are cleaned in the order of their end", async () => {
    const { searchId, executionId } = await submit("rain");
    const end = { status: "completed", answer: "{}", finishedAt: NOW } as const;
    expect(await db.write((tx) => endExecution(tx, executionId, end))).not.toBeNull();
    expect(await db.write((tx) => endExecution(tx, executionId, end))).toBeNull();
    const transactions = spyOn(db, "write");
    expect((await submit("rain")).kind).toBe("cached");
    // On PostgreSQL, the ledger row and the event of a hit are one statement.
    expect(transactions).toHaveBeenCalledTimes(engine === "sqlite" ? 1 : 0);
    transactions.mockRestore();
    const usage = await db.read(usageBy(db, { from: null, to: null, keyId: key.id }));
    expect(usage).toMatchObject([{ tier: "cached", billed: false, count: 1 }]);
    expect(await verifyTrail(db)).toMatchObject({ isIntact: true, entries: 2 });
    expect(await db.read(completedBetween(db, searchId, NOW - 1, NOW))).toMatchObject({
      id: executionId,
      answer: "{}",
    });
    expect(await db.read(latestTerminal(db, searchId, key.id))).toMatchObject({ id: executionId });
    const other = await submit("snow");
    await db.write((tx) =>
      endExecution(tx, other.executionId, {
        ...end,
        status: "failed",
        errorCode: "x",
        errorDetail: "y",
        finishedAt: NOW + 1,
      }),
    );
    const ended = await db.read(listEnded(db, { before: NOW + 2, after: null, limit: 9 }));
    expect(ended).toEqual([
      { id: executionId, finishedAt: NOW, createdAt: NOW, isDelivering: false, isSuperseded: false },
      { id: other.executionId, finishedAt: NOW + 1, createdAt: NOW, isDelivering: false, isSuperseded: false },
    ]);
    expect(await db.read(endedAfter(db, NOW, 9))).toEqual([other.executionId]);
    await db.write((tx) => setFinishedAtStart(tx, [other.executionId]));
    expect(await db.read(endedAfter(db, NOW, 9))).toEqual([]);
    expect(await db.read(listWaitingFor(db, randomId()))).toEqual([]);
    expect(await db.write((tx) => removeExecutions(tx, [executionId, other.executionId], 100))).toBe(2);
    expect(await db.read(findExecution(db, executionId))).toBeNull();
  });

  test("are not deleted while their webhook is to be sent, and their deliveries are listed by key", async () => {
    const { searchId, executionId } = await submit("fog");
    const end = { status: "completed", answer: "{}", finishedAt: NOW } as const;
    await db.write((tx) => endExecution(tx, executionId, end));
    const create = () =>
      db.write((tx) => createDelivery(tx, queue, { executionId, url: "https://a.example/", now: NOW }));
    const id = await create();
    expect(await create()).toBe(id);
    expect(await db.write((tx) => removeExecutions(tx, [executionId], 100))).toBe(0);
    const attempt = { at: NOW, durationMs: 3, outcome: "dns", statusCode: null, detail: "no host" } as const;
    await db.write((tx) => recordAttempt(tx, id, attempt));
    const of = (keyId: string) => db.read(listDeliveries(db, { keyId, from: NOW, limit: 9 }));
    expect(await of(key.id)).toMatchObject([{ id, searchId, attempts: 1, lastOutcome: "dns", lastDetail: "no host" }]);
    expect(await of("another")).toEqual([]);
    await db.write((tx) => finishDelivery(tx, id, "failed", NOW));
    // The attempts alone fill the transaction.
    expect(await db.write((tx) => removeExecutions(tx, [executionId], 1))).toBeNull();
    expect(await of(key.id)).toMatchObject([{ id, lastOutcome: null }]);
    expect(await db.write((tx) => removeExecutions(tx, [executionId], 100))).toBe(1);
  });
});

test.skipIf(!HAS_POSTGRES)("a search that waits on one node is answered when it ends on another one", async () => {
  const address = await newPostgresAddress();
  const [here, there] = [await PostgresServiceDb.open(address), await PostgresServiceDb.open(address)];
  db = here;
  await setUp();
  const time = new FakeTime();
  const endings = new SearchEndings();
  endings.listenTo(here);
  const inline = new InlineSearches({
    db,
    searches,
    endings,
    documents: Object.create(null),
    metrics: Object.create({ submitted: () => undefined }),
    timer: time,
    audit: Object.create(null),
    requireReady: () => undefined,
  });
  const inputs = { query: "rain", context: null, assetIds: [] };
  const answer = inline.search({ key, requestId: "r" }, inputs, AbortSignal.any([]));
  const { executionId } = await submit("rain");
  const execution = await there.read(findExecution(there, executionId));
  if (execution === null) throw new Error("no execution");
  const deps = { queue, clock, onEnded: () => undefined };
  const failed = { status: "failed", code: "internal_error" } as const;
  await there.write((tx) => recordEnding(tx, deps, execution, failed));
  expect(await answer).toMatchObject({ status: "failed", error: { code: "internal_error" } });
  await Promise.all([here.close(), there.close()]);
});
