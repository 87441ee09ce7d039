import { afterEach, beforeEach, expect, test } from "bun:test";
import type { SqliteServiceDb } from "../../src/db/sqlite-service-db.ts";
import type { JobOutcome } from "../../src/jobs/job-kind.ts";
import { heldKind, JobsSetup } from "./setup.ts";

// A database that answers later, as one on another machine does. Other things happen in the meantime.

let setup: JobsSetup;
let held: Held[];
beforeEach(() => {
  setup = new JobsSetup();
  held = [];
});
afterEach(() => setup.close());

/** A read or write that a test lets begin, and then lets answer. */
interface Held {
  readonly begin: () => void;
  readonly answer: () => void;
}

/** The database of the set-up, whose reads and writes are held as `holds` says. */
function slowDb(): { readonly db: SqliteServiceDb; holds: "all" | "writes" | null } {
  const hold = async <Result>(run: () => Promise<Result>): Promise<Result> => {
    const [beginning, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    held.push({ begin: beginning.resolve, answer: answer.resolve });
    await beginning.promise;
    const result = await run();
    await answer.promise;
    return result;
  };
  const read: SqliteServiceDb["read"] = (work) =>
    slow.holds === "all" ? hold(() => setup.db.read(work)) : setup.db.read(work);
  const write: SqliteServiceDb["write"] = (work) =>
    slow.holds === null ? setup.db.write(work) : hold(() => setup.db.write(work));
  const slow: ReturnType<typeof slowDb> = {
    db: Object.create(setup.db, { read: { value: read }, write: { value: write } }),
    holds: null,
  };
  return slow;
}

/** Lets the held reads and writes begin and answer, and those that follow them, until nothing more happens. */
async function release(): Promise<void> {
  for (let at = 0; at < held.length; at += 1) {
    held[at]?.begin();
    held[at]?.answer();
    await setup.time.runDue();
  }
}

test("a job that is added during a claim is claimed after it, and only for a slot that is still free", async () => {
  const { kind, tries } = heldKind();
  const slow = slowDb();
  await setup.runner([kind], { db: slow.db, lanes: { errands: 1 } }).start();
  await setup.time.runDue();
  slow.holds = "all";
  setup.add(kind, "first");
  await setup.time.runDue();
  setup.add(kind, "second");
  await setup.time.runDue();
  await release();
  slow.holds = null;
  expect(tries.map(({ payload }) => payload.name)).toEqual(["first"]);
  tries[0]?.end({ kind: "done" });
  await setup.time.runDue();
  expect(tries.map(({ payload }) => payload.name)).toEqual(["first", "second"]);
});

test("a claim is followed by another one at once if a job was added during its last read", async () => {
  const { kind, tries } = heldKind();
  const slow = slowDb();
  await setup.runner([kind], { db: slow.db, lanes: { errands: 2 } }).start();
  await setup.time.runDue();
  setup.add(kind, "first", { runAt: setup.time.now() + 10 });
  await setup.time.runDue();
  slow.holds = "all";
  await setup.time.pass(10);
  const steps = ["due jobs", "claim", "next job"];
  for (const at of steps.keys()) {
    held[at]?.begin();
    await setup.time.runDue();
    if (at === steps.length - 1) setup.add(kind, "second");
    await setup.time.runDue();
    held[at]?.answer();
    await setup.time.runDue();
  }
  expect(held).toHaveLength(steps.length + 1);
  await release();
  expect(tries.map(({ payload }) => payload.name)).toEqual(["first", "second"]);
  slow.holds = null;
});

test("a job that is claimed while the runner stops is put back, and not started", async () => {
  const { kind, tries } = heldKind();
  const slow = slowDb();
  const runner = setup.runner([kind], { db: slow.db });
  await runner.start();
  await setup.time.runDue();
  slow.holds = "all";
  const id = setup.add(kind);
  await setup.time.runDue();
  const stopped = runner.stop();
  await release();
  await stopped;
  expect(tries).toEqual([]);
  expect(setup.row(id)).toMatchObject({ state: "ready", attempt: 0 });
  expect(setup.reports.map(({ ended }) => ended)).toEqual(["put_back"]);
});

test("a job that gets a new slot while leases are renewed is not aborted", async () => {
  const { kind, tries } = heldKind({ retryDelayMs: () => 0 });
  const slow = slowDb();
  await setup.runner([kind], { db: slow.db }).start();
  setup.add(kind);
  await setup.time.runDue();
  await setup.time.pass(4_999);
  slow.holds = "writes";
  await setup.time.pass(1);
  slow.holds = null;
  const again: JobOutcome = { kind: "retry", reason: "once more", afterMs: 10 };
  tries[0]?.end(again);
  await setup.time.runDue();
  held[0]?.begin();
  await setup.time.pass(10);
  held[0]?.answer();
  await setup.time.runDue();
  expect(tries.map(({ context }) => context.signal.aborted)).toEqual([true, false]);
});

test("a runner that stops during its start ends its rescue, and neither claims nor rescues afterwards", async () => {
  const { kind, tries } = heldKind();
  const slow = slowDb();
  const id = setup.add(kind);
  setup.leaveRunning(id);
  slow.holds = "all";
  const runner = setup.runner([kind], { db: slow.db });
  const started = runner.start();
  let hasStopped = false;
  const stopped = runner.stop().then(() => (hasStopped = true));
  await setup.time.runDue();
  expect(hasStopped).toBe(false);
  await release();
  await Promise.all([started, stopped]);
  expect(setup.row(id)).toMatchObject({ state: "ready", attempt: 0 });
  slow.holds = null;
  setup.leaveRunning(id);
  await setup.time.pass(120_000);
  expect(setup.row(id)).toMatchObject({ state: "running", attempt: 1 });
  expect(tries).toEqual([]);
});
