import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { heldKind, JobsSetup, kindOf, type Payload } from "./setup.ts";
import { done } from "../../src/db/work.ts";

let setup: JobsSetup;
beforeEach(() => {
  setup = new JobsSetup();
});
afterEach(() => setup.close());

describe("an attempt that fails", () => {
  test("is repeated after the kind's delay, and counts", async () => {
    const { kind, tries } = heldKind({ retryDelayMs: (attempt) => attempt * 10_000 });
    const id = setup.add(kind);
    await setup.runner([kind]).start();
    await setup.time.runDue();
    tries[0]?.end({ kind: "retry", reason: "not yet" });
    await setup.time.pass(9_999);
    expect(setup.row(id)).toMatchObject({ state: "ready", attempt: 1, error: "not yet" });
    await setup.time.pass(1);
    expect(tries.map((one) => one.context.attempt)).toEqual([1, 2]);
    tries[1]?.end({ kind: "retry", reason: "not yet", afterMs: 50 });
    await setup.time.pass(50);
    expect(tries.map((one) => one.context.attempt)).toEqual([1, 2, 3]);
  });

  test("can be one that threw", async () => {
    const kind = kindOf({ run: () => Promise.reject(new Error("broken pipe")) });
    const id = setup.add(kind);
    await setup.runner([kind]).start();
    await setup.time.runDue();
    expect(setup.row(id)).toMatchObject({ state: "ready", attempt: 1, error: "broken pipe" });
  });

  test("ends the job if it was the last one, and the feature updates its row in the same transaction", async () => {
    const exhausted: { payload: Payload; reason: string; state: string }[] = [];
    const kind = kindOf({
      attemptsMax: 2,
      run: () => Promise.reject(new Error("no")),
      onExhausted: (_tx, payload, reason) => {
        const row = setup.db.sqlite.query<{ state: string }, []>("select state from jobs").get();
        return done(void exhausted.push({ payload, reason, state: row?.state ?? "" }));
      },
    });
    const id = setup.add(kind);
    await setup.runner([kind]).start();
    await setup.time.pass(10_000);
    expect(exhausted).toEqual([{ payload: { name: "one" }, reason: "no", state: "failed" }]);
    expect(setup.row(id)).toMatchObject({ state: "failed", attempt: 2 });
    expect(setup.reports.map((report) => report.ended)).toEqual(["retried", "failed"]);
  });

  test("ends the job if the kind has no further delay", async () => {
    const kind = kindOf({ retryDelayMs: () => null, run: () => Promise.resolve({ kind: "retry", reason: "no" }) });
    const id = setup.add(kind);
    await setup.runner([kind]).start();
    await setup.time.runDue();
    expect(setup.row(id)).toMatchObject({ state: "failed", attempt: 1, error: "no" });
  });

  test("does not end the job if the feature's hook throws, so that it is repeated later", async () => {
    let hookCalls = 0;
    const kind = kindOf({
      attemptsMax: 1,
      run: () => Promise.resolve({ kind: "retry", reason: "no" }),
      onExhausted: () => {
        hookCalls += 1;
        if (hookCalls === 1) throw new Error("the feature is not ready");
        return done(undefined);
      },
    });
    const id = setup.add(kind);
    await setup.runner([kind]).start();
    await setup.time.runDue();
    expect(setup.row(id).state).toBe("running");
    await setup.time.pass(120_000);
    expect(setup.row(id).state).toBe("failed");
    expect(hookCalls).toBe(2);
  });
});

describe("an outcome", () => {
  test("of snooze waits without counting an attempt", async () => {
    const { kind, tries } = heldKind();
    const id = setup.add(kind);
    await setup.runner([kind]).start();
    for (let round = 1; round <= 5; round += 1) {
      await setup.time.pass(50);
      tries.at(-1)?.end({ kind: "snooze", afterMs: 50 });
    }
    await setup.time.runDue();
    expect(tries.map((one) => one.context.attempt)).toEqual([1, 1, 1, 1, 1]);
    expect(setup.row(id)).toMatchObject({ state: "ready", attempt: 0 });
  });

  test("of cancel ends the job without a hook", async () => {
    let isExhausted = false;
    const kind = kindOf({
      run: () => Promise.resolve({ kind: "cancel", reason: "overtaken" }),
      onExhausted: () => done(void (isExhausted = true)),
    });
    const id = setup.add(kind);
    await setup.runner([kind]).start();
    await setup.time.runDue();
    expect(setup.row(id)).toMatchObject({ state: "cancelled", error: "overtaken" });
    expect(isExhausted).toBe(false);
  });

  test("writes the feature's rows in the transaction that ends the job", async () => {
    const { kind, tries } = heldKind();
    const id = setup.add(kind);
    await setup.runner([kind]).start();
    await setup.time.runDue();
    tries[0]?.end({
      kind: "done",
      record: () => done(void setup.db.sqlite.run("insert into settings values ('made', 'yes')")),
    });
    await setup.time.runDue();
    expect(setup.db.sqlite.query("select value from settings").all()).toEqual([{ value: "yes" }]);
    expect(setup.row(id).state).toBe("done");
  });

  test("is not recorded if the feature's rows cannot be written: the job is retried", async () => {
    const { kind, tries } = heldKind();
    const id = setup.add(kind);
    await setup.runner([kind]).start();
    await setup.time.runDue();
    tries[0]?.end({
      kind: "done",
      record: () => {
        setup.db.sqlite.run("insert into settings values ('made', 'half')");
        throw new Error("constraint");
      },
    });
    await setup.time.runDue();
    expect(setup.db.sqlite.query("select value from settings").all()).toEqual([]);
    expect(setup.row(id)).toMatchObject({
      state: "ready",
      attempt: 1,
      error: "The outcome could not be recorded: constraint",
    });
  });
});
