import { afterEach, beforeEach, expect, test } from "bun:test";
import { cleaningDuty } from "../../src/jobs/cleaner.ts";
import { systemTimer } from "../../src/lib/timer.ts";
import { DAY_MS } from "../../src/lib/clock.ts";
import { JobsSetup } from "./setup.ts";

let setup: JobsSetup;
beforeEach(() => {
  setup = new JobsSetup();
});
afterEach(() => setup.close());

function insert(count: number, state: string, finishedAt: number | null): void {
  const lease = state === "running" ? "1" : "null";
  setup.tamper(
    `insert into jobs (kind, lane, payload, state, run_at, lease_until, created_at, finished_at)
     with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
     select 'errand', 'errands', '{}', '${state}', 0, ${lease}, 0, ${finishedAt} from n`,
  );
}

function countByState(): Record<string, number> {
  const rows = setup.db.sqlite
    .query<{ state: string; count: number }, []>("select state, count(*) as count from jobs group by state")
    .all();
  return Object.fromEntries(rows.map((row) => [row.state, row.count]));
}

async function clean(signal = new AbortController().signal): Promise<void> {
  await cleaningDuty({ db: setup.db, clock: setup.time, timer: systemTimer }).run(signal);
}

test("cleaning deletes done and cancelled jobs after a day and failed ones after a week, and no unfinished job", async () => {
  const now = setup.time.now();
  for (const state of ["done", "cancelled", "failed"]) {
    insert(1, state, now - DAY_MS + 1);
    insert(2, state, now - DAY_MS - 1);
    insert(3, state, now - 7 * DAY_MS - 1);
  }
  insert(1, "ready", null);
  insert(1, "running", null);
  await clean();
  expect(countByState()).toEqual({ done: 1, cancelled: 1, failed: 3, ready: 1, running: 1 });
});

test("cleaning deletes a large backlog in one run, in several transactions", async () => {
  insert(1_700, "done", 1);
  const { transactions } = setup.db;
  await clean();
  expect(countByState()).toEqual({});
  expect(setup.db.transactions - transactions).toBeGreaterThanOrEqual(4);
});

test("cleaning stops between two batches when its signal is aborted", async () => {
  insert(1_700, "done", 1);
  await clean(AbortSignal.abort());
  expect(countByState()).toEqual({ done: 1_700 });
});

test("cleaning deletes jobs whose end is more than a day in the future", async () => {
  insert(1, "done", setup.time.now() + 2 * DAY_MS);
  insert(1, "failed", setup.time.now() + 1_000 * DAY_MS);
  insert(1, "cancelled", setup.time.now() + 1_000);
  await clean();
  expect(countByState()).toEqual({ cancelled: 1 });
});
