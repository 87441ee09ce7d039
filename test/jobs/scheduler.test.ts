import { expect, test } from "bun:test";
import type { HeldName } from "../../src/db/service-db.ts";
import type { DutyRun } from "../../src/jobs/duty-metrics.ts";
import { type Duty, Scheduler } from "../../src/jobs/scheduler.ts";
import type { Log } from "../../src/lib/log.ts";
import { silentLog } from "../../src/lib/log.ts";
import { FakeTime } from "./fake-time.ts";

function scheduler(
  time: FakeTime,
  duty: Partial<Duty>,
  log: Log = silentLog,
  onRun?: (run: DutyRun) => void,
  hold?: (name: string) => Promise<HeldName | null>,
): Scheduler {
  return new Scheduler({
    ...(hold === undefined ? {} : { hold }),
    ...(onRun === undefined ? {} : { onRun }),
    duties: [{ name: "sweep", everyMs: 1_000, runsOn: "each node", run: () => undefined, ...duty }],
    timer: time,
    log,
  });
}

test("a duty runs at its interval, the first time after its own wait", async () => {
  const time = new FakeTime();
  const ranAt: number[] = [];
  const start = time.now();
  const service = scheduler(time, { firstAfterMs: 100, run: () => void ranAt.push(time.now() - start) });
  service.start();
  await time.pass(2_500);
  expect(ranAt).toEqual([100, 1_100, 2_100]);
  await service.stop();
});

test("a duty never overlaps itself: the interval starts at its end", async () => {
  const time = new FakeTime();
  const runs: PromiseWithResolvers<void>[] = [];
  const service = scheduler(time, {
    run: () => {
      const run = Promise.withResolvers<void>();
      runs.push(run);
      return run.promise;
    },
  });
  service.start();
  await time.pass(10_000);
  expect(runs.length).toBe(1);
  runs[0]?.resolve();
  await time.pass(999);
  expect(runs.length).toBe(1);
  await time.pass(1);
  expect(runs.length).toBe(2);
  runs[1]?.resolve();
  await service.stop();
});

test("a duty that fails is logged and runs again", async () => {
  const time = new FakeTime();
  const errors: object[] = [];
  let runs = 0;
  const log: Log = { ...silentLog, error: (fields) => void errors.push(fields) };
  const service = scheduler(
    time,
    {
      run: () => {
        runs += 1;
        throw new Error("disk full");
      },
    },
    log,
  );
  service.start();
  await time.pass(2_000);
  expect(runs).toBe(2);
  expect(errors[0]).toEqual({ duty: "sweep", error: "disk full" });
  await service.stop();
});

test("stopping aborts a running duty, waits for it, and starts no further run", async () => {
  const time = new FakeTime();
  let runs = 0;
  const service = scheduler(time, {
    run: (signal) => {
      runs += 1;
      return new Promise((resolve) => signal.addEventListener("abort", () => resolve()));
    },
  });
  service.start();
  await time.pass(1_000);
  await service.stop();
  await service.stop();
  await time.pass(10_000);
  expect(runs).toBe(1);
});

test("a duty that fails again is logged once for each error, and once when it works again", async () => {
  const time = new FakeTime();
  const lines: string[] = [];
  const outcomes = ["no answer", "no answer", "disk full", "", "", "disk full"];
  const note = (fields: object, message: string): void =>
    void lines.push("error" in fields ? String(fields.error) : message);
  const run = (): void => {
    const error = outcomes.shift() ?? "";
    if (error !== "") throw new Error(error);
  };
  const service = scheduler(time, { run }, { ...silentLog, error: note, info: note });
  service.start();
  await time.pass(6_000);
  expect(lines).toEqual(["no answer", "disk full", "a recurring duty works again", "disk full"]);
  await service.stop();
});

test("every run of a duty is reported with what it removed, also a failed one", async () => {
  const time = new FakeTime();
  const runs: Partial<DutyRun>[] = [];
  let count = 0;
  const run = (): { removed: number } => {
    count += 1;
    if (count === 2) throw new Error("locked");
    return { removed: 7 };
  };
  const report = ({ durationMs, ...others }: DutyRun): void => {
    expect(durationMs).toBeGreaterThanOrEqual(0);
    runs.push(others);
  };
  const service = scheduler(time, { run }, silentLog, report);
  service.start();
  await time.pass(2_000);
  await service.stop();
  expect(runs).toEqual([
    { duty: "sweep", outcome: "done", removed: 7 },
    { duty: "sweep", outcome: "failed", removed: 0 },
  ]);
});

test("what a sweep removed is logged, and a run that removed nothing is not", async () => {
  const time = new FakeTime();
  const lines: object[] = [];
  const counts = [0, 7, 0];
  const log: Log = { ...silentLog, info: (fields) => void lines.push(fields) };
  const service = scheduler(time, { run: () => ({ removed: counts.shift() ?? 0 }) }, log);
  service.start();
  await time.pass(3_000);
  await service.stop();
  expect(lines).toEqual([{ duty: "sweep", removed: 7, ms: expect.any(Number) }]);
});

/** Holds a name for one scheduler at a time. `lose` ends what is held, like the end of a connection. */
function holds() {
  let held: AbortController | null = null;
  const hold = async (): Promise<HeldName | null> => {
    if (held !== null) return null;
    const mine = new AbortController();
    held = mine;
    return { lost: mine.signal, release: async () => void (held = held === mine ? null : held) };
  };
  const lose = (): void => {
    held?.abort();
    held = null;
  };
  return { hold, lose };
}

test("a duty of one node runs on one of two, and on the other one after its end", async () => {
  const time = new FakeTime();
  const { hold } = holds();
  const ran = { a: 0, b: 0 };
  const each = { a: 0, b: 0 };
  const start = (node: "a" | "b", runsOn: Duty["runsOn"], counts: Record<"a" | "b", number>): Scheduler => {
    const service = scheduler(time, { runsOn, run: () => void (counts[node] += 1) }, silentLog, undefined, hold);
    service.start();
    return service;
  };
  const a = start("a", "one node", ran);
  const others = [start("b", "one node", ran), start("a", "each node", each), start("b", "each node", each)];
  await time.pass(3_000);
  expect(ran).toEqual({ a: 3, b: 0 });
  expect(each).toEqual({ a: 3, b: 3 });
  await a.stop();
  await time.pass(2_000);
  expect(ran).toEqual({ a: 3, b: 2 });
  for (const other of others) await other.stop();
});

test("a run whose node has lost the duty is aborted, and is no failure; the next run takes the duty again", async () => {
  const time = new FakeTime();
  const { hold, lose } = holds();
  const ends: string[] = [];
  let runs = 0;
  const service = scheduler(
    time,
    {
      runsOn: "one node",
      run: async (signal) => {
        runs += 1;
        if (runs > 1) return;
        lose();
        signal.throwIfAborted();
      },
    },
    silentLog,
    ({ outcome }) => ends.push(outcome),
    hold,
  );
  service.start();
  await time.pass(2_000);
  expect(ends).toEqual(["done"]);
  expect(runs).toBe(2);
  await service.stop();
});
