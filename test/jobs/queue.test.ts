import { afterEach, beforeEach, describe, expect, spyOn, test } from "bun:test";
import {
  CLAIM_QUERIES,
  countRunning,
  dueClients,
  dueJobs,
  dueSuspect,
  isSuspectFirst,
  nextRunTimes,
} from "../../src/jobs/claim-store.ts";
import { dueKeys, earliestRunAt, hasWaiting } from "../../src/jobs/count-store.ts";
import { clearSuspects, correctWaits, deleteFinished, expiredLeases } from "../../src/jobs/store.ts";
import { heldKind, JobsSetup, kindOf } from "./setup.ts";
import { runNow } from "../../src/db/work.ts";
import { writeNow } from "../support/write-now.ts";

let setup: JobsSetup;
beforeEach(() => {
  setup = new JobsSetup();
});
afterEach(() => setup.close());

describe("a queue", () => {
  test("adds a job when its transaction commits, and none when it rolls back", () => {
    const kind = kindOf();
    expect(() =>
      writeNow(setup.db, (tx) => {
        runNow(setup.queue.enqueue(tx, { kind, payload: { name: "lost" } }));
        throw new Error("no");
      }),
    ).toThrow("no");
    expect(runNow(setup.queue.counts(setup.db))).toEqual([]);
    setup.add(kind);
    expect(runNow(setup.queue.counts(setup.db))).toMatchObject([{ lane: "errands", waiting: 1 }]);
  });

  test("notifies its listeners only after the commit", () => {
    const heard: string[] = [];
    setup.queue.subscribe((event) => void heard.push(event.kind));
    writeNow(setup.db, (tx) => {
      runNow(setup.queue.enqueue(tx, { kind: kindOf(), payload: { name: "one" } }));
      expect(heard).toEqual([]);
    });
    expect(heard).toEqual(["ready"]);
  });

  test("has one job per unique key while it waits or runs, and accepts another one after its end", async () => {
    const { kind, tries } = heldKind();
    const runner = setup.runner([kind]);
    const first = setup.add(kind, "one", { uniqueKey: "k" });
    expect(setup.add(kind, "two", { uniqueKey: "k" })).toBe(first);
    await runner.start();
    await setup.time.runDue();
    expect(setup.add(kind, "three", { uniqueKey: "k" })).toBe(first);
    tries[0]?.end({ kind: "done" });
    await setup.time.runDue();
    expect(setup.add(kind, "four", { uniqueKey: "k" })).not.toBe(first);
  });

  test("makes a waiting job due immediately, and does not change one that is already due", () => {
    const kind = kindOf();
    const later = setup.add(kind, "one", { uniqueKey: "later", runAt: setup.time.now() + 60_000 });
    const due = setup.add(kind, "one", { uniqueKey: "due", runAt: setup.time.now() - 5 });
    const hasten = (key: string): boolean => writeNow(setup.db, (tx) => runNow(setup.queue.hasten(tx, key)));
    expect([hasten("later"), hasten("due"), hasten("nobody")]).toEqual([true, true, false]);
    expect(setup.row(later).run_at).toBe(setup.time.now());
    expect(setup.row(due).run_at).toBe(setup.time.now() - 5);
  });

  test("makes any number of waiting jobs due with one statement, and announces their lane once", () => {
    const kind = kindOf();
    const runAt = setup.time.now() + 60_000;
    const keys = Array.from({ length: 1_000 }, (_, number) => `k${number}`);
    writeNow(setup.db, (tx) => {
      for (const uniqueKey of keys)
        runNow(setup.queue.enqueue(tx, { kind, payload: { name: "one" }, uniqueKey, runAt }));
    });
    const heard: string[] = [];
    setup.queue.subscribe((event) => heard.push(event.kind));
    const prepare = spyOn(setup.db.sqlite, "prepare");
    const hasHastened = writeNow(setup.db, (tx) => runNow(setup.queue.hastenAll(tx, ["nobody", ...keys])));
    const statements = prepare.mock.calls.length;
    prepare.mockRestore();
    expect({ hasHastened, statements, heard }).toEqual({ hasHastened: true, statements: 1, heard: ["ready"] });
    expect(runNow(setup.queue.counts(setup.db))).toMatchObject([{ waiting: 1_000, scheduled: 0 }]);
    expect(writeNow(setup.db, (tx) => runNow(setup.queue.hastenAll(tx, [])))).toBe(false);
  });

  test("cancels a waiting job, which then never runs, and cannot be cancelled twice", async () => {
    const { kind, tries } = heldKind();
    const id = setup.add(kind);
    const cancel = (): boolean => writeNow(setup.db, (tx) => runNow(setup.queue.cancel(tx, id, "not wanted")));
    expect([cancel(), cancel()]).toEqual([true, false]);
    await setup.runner([kind]).start();
    await setup.time.pass(5_000);
    expect(tries).toEqual([]);
    expect(setup.row(id)).toMatchObject({ state: "cancelled", error: "not wanted" });
  });

  test("counts waiting, scheduled, running and failed jobs by lane", async () => {
    const { kind, tries } = heldKind({ attemptsMax: 1 });
    await setup.runner([kind], { lanes: { errands: 2 } }).start();
    for (const name of ["a", "b", "c", "d"]) setup.add(kind, name);
    setup.add(kind, "later", { runAt: setup.time.now() + 60_000 });
    await setup.time.runDue();
    tries[0]?.end({ kind: "retry", reason: "broken" });
    await setup.time.pass(500);
    expect(runNow(setup.queue.counts(setup.db))).toEqual([
      { lane: "errands", waiting: 1, scheduled: 1, running: 2, failed: 1, workMs: 0, oldestWaitMs: 500 },
    ]);
  });
});

describe("a query on the growing table of jobs", () => {
  const DUE = { lane: "errands", order: "turns", kinds: ["errand"], now: 1 } as const;

  test.each([
    ["jobs_to_claim", () => runNow(nextRunTimes(setup.db, ["errands", "visits"], ["errand"]))],
    ["jobs_to_claim", () => writeNow(setup.db, (tx) => runNow(correctWaits(tx, ["errands"], 1, 10)))],
    ["jobs_in_turn", () => runNow(dueClients(setup.db, DUE))],
    ["jobs_in_turn", () => runNow(dueJobs(setup.db, { ...DUE, client: "a", limit: 8 }))],
    ["jobs_by_work", () => runNow(dueClients(setup.db, { ...DUE, order: "shortest" }))],
    ["jobs_by_work", () => runNow(dueJobs(setup.db, { ...DUE, order: "shortest", client: "a", limit: 8 }))],
    ["jobs_by_work", () => runNow(hasWaiting(setup.db, 5, "errands", "a"))],
    ["jobs_to_claim", () => runNow(hasWaiting(setup.db, 5, "errands"))],
    ["jobs_in_turn", () => runNow(earliestRunAt(setup.db, "errands", "a"))],
    ["jobs_to_claim", () => runNow(earliestRunAt(setup.db, "errands"))],
    ["jobs_to_claim", () => runNow(dueKeys(setup.db, "errands", 1, 10))],
    ["jobs_rescued", () => writeNow(setup.db, (tx) => runNow(clearSuspects(tx, ["errand"], 0)))],
    ["jobs_rescued", () => runNow(dueSuspect(setup.db, ["errand"], 1))],
    ["jobs_rescued", () => runNow(isSuspectFirst(setup.db, ["errand"], 1))],
    ["jobs_leased", () => runNow(countRunning(setup.db, "errands"))],
    ["jobs_unique", () => runNow(setup.queue.find(setup.db, "k"))],
    ["jobs_unique", () => runNow(setup.queue.findAll(setup.db, ["k", "l"]))],
    ["jobs_unique", () => writeNow(setup.db, (tx) => runNow(setup.queue.hasten(tx, "k")))],
    ["jobs_leased", () => runNow(expiredLeases(setup.db, 5, 10))],
    ["jobs_leased", () => runNow(expiredLeases(setup.db, null, 10))],
    [
      "jobs_finished",
      () => writeNow(setup.db, (tx) => runNow(deleteFinished(tx, "done", { before: 5, after: 9 }, 10))),
    ],
    ["jobs_finished", () => runNow(setup.queue.counts(setup.db))],
  ])("uses %s", (index, work) => {
    const prepare = spyOn(setup.db.sqlite, "prepare");
    const query = spyOn(setup.db.sqlite, "query");
    work();
    const statements = [...prepare.mock.calls, ...query.mock.calls].map(([sql]) => sql);
    prepare.mockRestore();
    query.mockRestore();
    const plans = statements.flatMap((sql) => {
      const rows = setup.db.sqlite.query<{ detail: string }, []>(`explain query plan ${sql}`).all();
      return rows.map((row) => row.detail);
    });
    expect(plans.join("\n")).toContain(`INDEX ${index}`);
    expect(plans.filter((plan) => /^SCAN jobs( |$)/.test(plan) && !plan.includes("INDEX"))).toEqual([]);
  });

  const planOf = (query: string): string => {
    const explain = `explain query plan ${query.replaceAll(/\?\d/g, "1")}`;
    const rows = setup.db.sqlite.query<{ detail: string }, []>(explain).all();
    return rows.map((row) => row.detail).join("\n");
  };

  test.each([
    ["turns", "USING COVERING INDEX jobs_by_work (lane=? AND client>?)"],
    ["turns", "USING INDEX jobs_in_turn (lane=? AND client=? AND run_at<?)"],
    ["shortest", "USING INDEX jobs_by_work (lane=? AND client=?)"],
  ] as const)("reads one waiting job of each client to choose the next client in the order %s: %s", (order, step) => {
    const plan = planOf(CLAIM_QUERIES.dueClients[order].sqlite);
    expect(plan).toContain(step);
    expect(plan).not.toContain("TEMP B-TREE");
  });

  test("finds the ended jobs to delete by their time, without reading the others of their state", () => {
    const prepare = spyOn(setup.db.sqlite, "prepare");
    writeNow(setup.db, (tx) => runNow(deleteFinished(tx, "done", { before: 5, after: 9 }, 10)));
    const plans = prepare.mock.calls.map(([query]) => planOf(query)).filter((plan) => plan.includes("jobs_finished"));
    prepare.mockRestore();
    expect(plans.join("\n")).toContain("jobs_finished (state=? AND finished_at>? AND finished_at<?)");
    expect(plans.join("\n")).toContain("jobs_finished (state=? AND finished_at>?)");
    expect(plans.join("\n")).not.toContain("jobs_finished (state=?)");
  });

  test("reads the jobs of a client in their order, without sorting them", () => {
    expect(planOf(CLAIM_QUERIES.dueJobs.turns.sqlite)).not.toContain("TEMP B-TREE");
    expect(planOf(CLAIM_QUERIES.dueJobs.shortest.sqlite)).not.toContain("TEMP B-TREE");
  });
});
