import { afterEach, beforeEach, describe, expect, spyOn, test } from "bun:test";
import { join } from "node:path";
import { runNow } from "../../src/db/work.ts";
import { answers, executions } from "../../schema/tables/service/executions.ts";
import { ledger } from "../../schema/tables/service/ledger.ts";
import type { SqliteServiceDb } from "../../src/db/sqlite-service-db.ts";
import { systemTimer } from "../../src/lib/timer.ts";
import { DAY_MS } from "../../src/lib/clock.ts";
import { randomId } from "../../src/lib/ids.ts";
import { executionCleaningDuty } from "../../src/search/clean.ts";
import { endExecution, insertExecution, listEnded } from "../../src/search/store.ts";
import { recordExecution } from "../../src/usage/store.ts";
import { FakeTime } from "../jobs/fake-time.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { createKey } from "../support/create-key.ts";
import { newServiceDb } from "../support/new-service-db.ts";
import { writeNow } from "../support/write-now.ts";

describe("cleaning executions", () => {
  let folder: string;
  let db: SqliteServiceDb;
  let time: FakeTime;
  let keyId: string;

  beforeEach(async () => {
    folder = temporaryFolder();
    db = newServiceDb(join(folder, "needledrop.db"));
    time = new FakeTime();
    keyId = createKey({ db, clock: time, newId: randomId }, { name: "clean" }).key.id;
  });

  afterEach(async () => {
    db.close();
  });

  /** Adds an execution that ended this many days ago. */
  function ended(id: string, searchId: string, daysAgo: number): void {
    const finishedAt = time.now() - daysAgo * DAY_MS;
    const texts = {
      query: "calm",
      context: null,
      assetIds: "[]",
      refinement: null,
      requestId: null,
      callbackUrl: "https://studio.example/",
    };
    const none = { errorCode: null, errorDetail: null, finishedAt: null };
    writeNow(db, (tx) => {
      const opened = { id, searchId, keyId, status: "processing", tier: "text", ...texts, ...none } as const;
      runNow(insertExecution(tx, { ...opened, createdAt: 0 }));
      runNow(endExecution(tx, id, { status: "completed", answer: "{}", finishedAt }));
      runNow(recordExecution(tx, { at: finishedAt, keyId, searchId, executionId: id, tier: "text", billed: true }));
    });
  }

  async function clean(resultDays = 365, cleaned = db): Promise<readonly string[]> {
    const duty = executionCleaningDuty({ db: cleaned, clock: time, timer: systemTimer, resultDays });
    await duty.run(new AbortController().signal);
    return db.orm
      .select({ id: executions.id })
      .from(executions)
      .all()
      .map((row) => row.id)
      .toSorted();
  }

  test("deletes a superseded result 30 days after its end, and never the latest of a search", async () => {
    ended("old", "a", 40);
    ended("latest", "a", 35);
    ended("replaced lately", "b", 10);
    ended("lately", "b", 5);
    expect(await clean()).toEqual(["lately", "latest", "replaced lately"]);
    expect(db.orm.select().from(answers).all()).toHaveLength(3);
  });

  test("deletes every result older than RESULT_DAYS, but not its row in the ledger", async () => {
    ended("ancient", "a", 366);
    ended("of this year", "b", 364);
    expect(await clean()).toEqual(["of this year"]);
    expect(await clean(7)).toEqual([]);
    expect(db.orm.select().from(ledger).all()).toHaveLength(2);
  });

  test("reads any number of executions, in batches", async () => {
    for (let number = 0; number < 450; number += 1) ended(`old ${number}`, "a", 100 + number / 1_000);
    ended("latest", "a", 1);
    expect(await clean()).toEqual(["latest"]);
  });

  test("does not delete a result whose webhook is replayed after it was listed", async () => {
    ended("replayed", "a", 400);
    ended("old", "b", 400);
    const read: SqliteServiceDb["read"] = async (work) => {
      const result = await db.read(work);
      db.sqlite.run(`insert or ignore into deliveries (id, execution_id, url, status, created_at)
        values ('msg_replayed', 'replayed', 'https://studio.example/', 'pending', 0)`);
      return result;
    };
    expect(await clean(365, Object.create(db, { read: { value: read }, write: { value: db.write.bind(db) } }))).toEqual(
      ["replayed"],
    );
  });

  test("does not change an execution in flight", async () => {
    ended("old", "a", 40);
    const open = { id: "open", searchId: "a", keyId, status: "processing", tier: "text", query: "calm" } as const;
    const rest = {
      context: null,
      assetIds: "[]",
      refinement: null,
      requestId: null,
      callbackUrl: "https://studio.example/",
      errorCode: null,
    };
    writeNow(db, (tx) =>
      runNow(insertExecution(tx, { ...open, ...rest, errorDetail: null, createdAt: 0, finishedAt: null })),
    );
    expect(await clean(1)).toEqual(["open"]);
  });

  test("reads its index, not the table", () => {
    const prepare = spyOn(db.sqlite, "prepare");
    runNow(listEnded(db, { before: time.now(), after: null, limit: 10 }));
    const statement = prepare.mock.calls[0]?.[0] ?? "";
    prepare.mockRestore();
    const plan = db.sqlite.prepare(`EXPLAIN QUERY PLAN ${statement}`).all(time.now(), 0, "", 10);
    expect(JSON.stringify(plan)).toContain("USING INDEX executions_by_end");
    expect(JSON.stringify(plan)).toContain("executions_by_search");
    expect(JSON.stringify(plan)).not.toContain('SCAN executions"');
  });
});
