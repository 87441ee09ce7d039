import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { SqliteServiceDb } from "../../src/db/sqlite-service-db.ts";
import { heldKind, JobsSetup, kindOf } from "./setup.ts";

let setup: JobsSetup;
beforeEach(() => {
  setup = new JobsSetup();
});
afterEach(() => setup.close());

describe("a stopping runner", () => {
  test("claims no more jobs, and waits for running ones", async () => {
    const { kind, tries } = heldKind();
    const runner = setup.runner([kind], { lanes: { errands: 1 } });
    const first = setup.add(kind, "first");
    const second = setup.add(kind, "second");
    await runner.start();
    await setup.time.runDue();
    let hasStopped = false;
    const stopped = runner.stop().then(() => (hasStopped = true));
    await setup.time.pass(2_000);
    expect(hasStopped).toBe(false);
    tries[0]?.end({ kind: "done" });
    await stopped;
    expect([setup.row(first).state, setup.row(second).state]).toEqual(["done", "ready"]);
  });

  test("aborts jobs that last too long and puts them back, due and without counting the attempt", async () => {
    const { kind, tries } = heldKind();
    const runner = setup.runner([kind], { stopMs: 3_000 });
    const id = setup.add(kind);
    await runner.start();
    await setup.time.runDue();
    const stopped = runner.stop();
    await setup.time.pass(2_999);
    expect(tries[0]?.context.signal.aborted).toBe(false);
    await setup.time.pass(1);
    expect(tries[0]?.context.signal.aborted).toBe(true);
    await stopped;
    expect(setup.row(id)).toMatchObject({ state: "ready", attempt: 0 });
    expect(setup.reports.map((report) => report.ended)).toEqual(["put_back"]);
  });

  test("puts back a job that throws or asks to run alone, without counting the attempt: the stop can have ended its child", async () => {
    const { kind, tries } = heldKind({ crashesMax: 2 });
    const runner = setup.runner([kind]);
    const ids = [setup.add(kind, "throws"), setup.add(kind, "crashes")];
    await runner.start();
    await setup.time.runDue();
    expect(tries.map(({ context }) => context.isStopping())).toEqual([false, false]);
    const stopped = runner.stop();
    expect(tries.map(({ context }) => context.isStopping())).toEqual([true, true]);
    tries[0]?.fail(new Error("the child was killed"));
    tries[1]?.end({ kind: "retry alone", reason: "crashed", afterMs: 5_000, payload: { name: "crashed" } });
    await stopped;
    for (const id of ids) {
      expect(setup.row(id)).toMatchObject({ state: "ready", attempt: 0, rescues: 0, error: null });
    }
    expect(setup.reports.map((report) => report.ended)).toEqual(["put_back", "put_back"]);
  });

  test("puts back a job that ignores its signal, and ignores its late outcome", async () => {
    const { kind, tries } = heldKind({
      run: (payload, context) => {
        const { promise, resolve } = Promise.withResolvers<{ kind: "done" }>();
        tries.push({ payload, context, end: () => resolve({ kind: "done" }), fail: () => undefined });
        return promise;
      },
    });
    const runner = setup.runner([kind], { stopMs: 3_000 });
    const id = setup.add(kind);
    await runner.start();
    await setup.time.runDue();
    const stopped = runner.stop();
    await setup.time.pass(10_000);
    await stopped;
    tries[0]?.end({ kind: "done" });
    await setup.time.runDue();
    expect(setup.row(id)).toMatchObject({ state: "ready", attempt: 0 });
  });

  test("can be stopped twice, and without a start", async () => {
    const runner = setup.runner([kindOf()]);
    await Promise.all([runner.stop(), runner.stop()]);
    await runner.stop();
  });
});

test("a job that a stopped runner put back is done by the next runner", async () => {
  const { kind } = heldKind();
  const id = setup.add(kind);
  const runner = setup.runner([kind], { stopMs: 0 });
  await runner.start();
  await setup.time.runDue();
  const stopped = runner.stop();
  await setup.time.pass(2_000);
  await stopped;
  const next = SqliteServiceDb.open(setup.path);
  await setup.runner([kindOf()], { db: next }).start();
  await setup.time.runDue();
  expect(setup.row(id)).toMatchObject({ state: "done", attempt: 1 });
  next.close();
});
