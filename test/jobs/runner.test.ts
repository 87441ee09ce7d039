import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { JobOutcome } from "../../src/jobs/job-kind.ts";
import { Queue } from "../../src/jobs/queue.ts";
import { heldKind, JobsSetup, kindOf } from "./setup.ts";
import { done } from "../../src/db/work.ts";

let setup: JobsSetup;
beforeEach(() => {
  setup = new JobsSetup();
});
afterEach(() => setup.close());

describe("a runner", () => {
  test("starts a job of this process as soon as it is committed, but never on the caller's stack", async () => {
    const { kind, tries } = heldKind();
    await setup.runner([kind]).start();
    await setup.time.runDue();
    setup.add(kind, "fresh");
    expect(tries).toEqual([]);
    await setup.time.runDue();
    expect(tries.map((one) => one.payload)).toEqual([{ name: "fresh" }]);
  });

  test("finds a job that another process added within a second", async () => {
    const { kind, tries } = heldKind();
    await setup.runner([kind]).start();
    await setup.time.runDue();
    const elsewhere = new Queue(setup.time);
    await setup.anotherConnection().write((tx) => elsewhere.enqueue(tx, { kind, payload: { name: "from a command" } }));
    await setup.time.runDue();
    expect(tries).toEqual([]);
    await setup.time.pass(1_000);
    expect(tries.map((one) => one.payload)).toEqual([{ name: "from a command" }]);
  });

  test("runs a job at its time and not before, even between two polls", async () => {
    const { kind, tries } = heldKind();
    await setup.runner([kind]).start();
    await setup.time.runDue();
    setup.add(kind, "later", { runAt: setup.time.now() + 1_250 });
    await setup.time.pass(1_249);
    expect(tries.length).toBe(0);
    await setup.time.pass(1);
    expect(tries.length).toBe(1);
  });

  test("fills each lane's slots and no more, longest due first", async () => {
    const slow = heldKind();
    const other = heldKind({ name: "other", lane: "others" });
    await setup.runner([slow.kind, other.kind], { lanes: { errands: 3, others: 1 } }).start();
    for (const name of ["a", "b", "c", "d", "e"]) setup.add(slow.kind, name);
    for (const name of ["x", "y"]) setup.add(other.kind, name);
    await setup.time.runDue();
    expect(slow.tries.map((one) => one.payload.name)).toEqual(["a", "b", "c"]);
    expect(other.tries.map((one) => one.payload.name)).toEqual(["x"]);
    slow.tries[1]?.end({ kind: "done" });
    await setup.time.runDue();
    expect(slow.tries.map((one) => one.payload.name)).toEqual(["a", "b", "c", "d"]);
  });

  test("never runs a job that another runner on another connection has claimed", async () => {
    const ran: string[] = [];
    const kind = kindOf({
      run: (payload) => {
        ran.push(payload.name);
        return Promise.resolve({ kind: "done" });
      },
    });
    await setup.runner([kind]).start();
    await setup.runner([kind], { db: setup.anotherConnection() }).start();
    for (let index = 0; index < 200; index += 1) setup.add(kind, String(index));
    await setup.time.pass(1_000);
    expect(ran.length).toBe(200);
    expect(new Set(ran).size).toBe(200);
  });

  test("fails a job whose payload is invalid, and continues with the others", async () => {
    const { kind, tries } = heldKind();
    const bad = setup.add(kind, "bad");
    const worse = setup.add(kind, "worse");
    setup.add(kind, "good");
    setup.tamper(`update jobs set payload = '{"name":7}' where id = ${bad}`);
    setup.tamper(`update jobs set payload = 'not json' where id = ${worse}`);
    await setup.runner([kind]).start();
    await setup.time.runDue();
    expect(setup.row(bad)).toMatchObject({
      state: "failed",
      error: "The payload is not one of errand: /name: Expected string.",
    });
    expect(setup.row(worse)).toMatchObject({ state: "failed", error: "The payload is not JSON." });
    expect(tries.map((one) => one.payload.name)).toEqual(["good"]);
  });

  test("ignores jobs of unknown kinds and lanes, and logs this once", async () => {
    const { kind } = heldKind();
    const foreign = setup.add(kindOf({ name: "from the future" }));
    const astray = setup.add(kindOf({ lane: "closed" }));
    await setup.runner([kind]).start();
    await setup.time.pass(120_000);
    expect([setup.row(foreign).state, setup.row(astray).state]).toEqual(["ready", "ready"]);
    const logged = setup.lines.filter((line) => line.message === "unknown kinds of jobs are ignored");
    expect(logged.map((line) => line.fields)).toEqual([
      { kind: "errand", lane: "closed", count: 1 },
      { kind: "from the future", lane: "errands", count: 1 },
    ]);
  });

  test("continues to claim after an error of the database", async () => {
    const { kind, tries } = heldKind();
    await setup.runner([kind]).start();
    await setup.time.runDue();
    setup.tamper("alter table jobs rename to jobs_elsewhere");
    await setup.time.pass(5_000);
    setup.tamper("alter table jobs_elsewhere rename to jobs");
    setup.add(kind);
    await setup.time.pass(1_000);
    expect(tries.length).toBe(1);
    expect(setup.lines.filter((line) => line.message === "could not claim jobs; retrying")).toHaveLength(1);
  });
});

describe("a running job that is cancelled", () => {
  test("is notified through its signal, and its outcome is not written", async () => {
    let isRecorded = false;
    const { kind, tries } = heldKind({
      run: (payload, context) => {
        const { promise, resolve } = Promise.withResolvers<JobOutcome>();
        tries.push({
          payload,
          context,
          end: () => resolve({ kind: "done", record: () => done(void (isRecorded = true)) }),
          fail: () => undefined,
        });
        return promise;
      },
    });
    const id = setup.add(kind);
    await setup.runner([kind]).start();
    await setup.time.runDue();
    await setup.db.write((tx) => setup.queue.cancel(tx, id, "not wanted"));
    expect(tries[0]?.context.signal.aborted).toBe(true);
    tries[0]?.end({ kind: "done" });
    await setup.time.runDue();
    expect(setup.row(id)).toMatchObject({ state: "cancelled", error: "not wanted" });
    expect(isRecorded).toBe(false);
    expect(setup.reports.map((report) => report.ended)).toEqual(["lost"]);
  });

  test("is notified within seconds if another process cancelled it", async () => {
    const { kind, tries } = heldKind();
    const id = setup.add(kind);
    await setup.runner([kind]).start();
    await setup.time.runDue();
    const elsewhere = new Queue(setup.time);
    await setup.anotherConnection().write((tx) => elsewhere.cancel(tx, id, "by command"));
    await setup.time.pass(5_000);
    expect(tries[0]?.context.signal.aborted).toBe(true);
    expect(setup.row(id).state).toBe("cancelled");
  });
});
