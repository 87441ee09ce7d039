import { afterEach, beforeEach, expect, test } from "bun:test";
import { LiveCatalog } from "../../src/catalog/live-catalog.ts";
import type { SqliteServiceDb } from "../../src/db/sqlite-service-db.ts";
import { runNow } from "../../src/db/work.ts";
import { KeyReader } from "../../src/keys/store.ts";
import { Slices } from "../../src/lib/slices.ts";
import { AssetReader } from "../../src/assets/store.ts";
import { searchJob } from "../../src/search/jobs.ts";
import { ResultBodies } from "../../src/search/result-bodies.ts";
import type { Execution } from "../../src/search/execution.ts";
import { Searches, type SearchesDeps } from "../../src/search/searches.ts";
import { addressPolicy } from "../../src/webhooks/address-policy.ts";
import { staleReads } from "../support/stale-reads.ts";
import { WebhookSetup } from "../webhooks/setup.ts";
import { done } from "../../src/db/work.ts";

// What a transaction decides by, it reads itself: another connection can see older rows.

let setup: WebhookSetup;
let stale: SqliteServiceDb;
let close: () => void;
beforeEach(() => {
  setup = new WebhookSetup();
  ({ stale, close } = staleReads(setup.db));
});
afterEach(async () => {
  close();
  await setup.close();
});

function searches(db: SqliteServiceDb, documents: SearchesDeps["documents"] = { read: () => null }): Searches {
  return new Searches({
    db,
    queue: setup.queue,
    assets: new AssetReader(db, setup.time, 1),
    documents,
    bodies: Object.create(ResultBodies.prototype, { isKept: { value: () => true } }),
    signer: { baseUrl: "https://needledrop.example", secret: "s" },
    clock: setup.time,
    newId: () => crypto.randomUUID(),
    callbackPolicy: addressPolicy([]),
    audit: Object.create({
      *recordIn() {
        yield* [];
      },
    }),
    unknownSongs: () => [],
  });
}

test("a search joins an execution that another connection has just started", async () => {
  const key = runNow(new KeyReader(setup.db).find("key-1"));
  if (key === null) throw new Error("There is no key.");
  const submit = (db: SqliteServiceDb) =>
    searches(db).submitInline({ key, requestId: "r" }, { query: "rain", context: null, assetIds: [] });
  const first = await submit(setup.db);
  expect(first.kind).toBe("enqueued");
  expect(await submit(stale)).toMatchObject({ searchId: first.searchId, kind: "joined" });
  setup.tamper("update executions set status = 'completed', finished_at = created_at");
  expect(await submit(stale)).toMatchObject({ kind: "cached", searchId: first.searchId });
});

test("a search that ends while it is read is found", async () => {
  const key = runNow(new KeyReader(setup.db).find("key-1"));
  if (key === null) throw new Error("There is no key.");
  const { searchId } = await searches(setup.db).submitInline(
    { key, requestId: "r" },
    { query: "rain", context: null, assetIds: [] },
  );
  const rows: SqliteServiceDb["rows"] = (sql, parameters) => {
    const found = setup.db.rows(sql, parameters);
    setup.tamper("update executions set status = 'failed', finished_at = created_at");
    return found;
  };
  const db: SqliteServiceDb = Object.create(setup.db, { rows: { value: rows } });
  const documents = { read: (execution: Execution) => ({ execution, finishedAt: 0, answer: null }) };
  expect(await searches(db, documents).state(key, searchId)).toMatchObject({ latest: { execution: { searchId } } });
});

test.each(["onExhausted", "onCancelled"] as const)("%s ends an execution of its own transaction", async (end) => {
  const job = searchJob({
    db: stale,
    queue: setup.queue,
    assets: new AssetReader(stale, setup.time, 1),
    catalog: Object.create(LiveCatalog.prototype),
    clock: setup.time,
    resultLimit: 25,
    vocabulary: Object.create(null),
    slices: new Slices({ sliceMs: 8, now: () => 0, pause: () => Promise.resolve() }),
    likenessTo: null,
    onEnded: () => undefined,
  });
  setup.deliver("e");
  setup.tamper("update executions set status = 'processing', finished_at = null");
  await setup.db.write((tx) => job[end]?.(tx, { execution_id: "e" }, "no", "attempts") ?? done(undefined));
  expect(setup.db.sqlite.query("select status, error_code from executions").get()).toEqual({
    status: "failed",
    error_code: "internal_error",
  });
});
