import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { fileURLToPath } from "node:url";
import type { JobKind, JobOutcome } from "../../src/jobs/job-kind.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../src/lib/clock.ts";
import { heldKind, JobsSetup, kindOf, type Payload } from "./setup.ts";
import { done } from "../../src/db/work.ts";

let setup: JobsSetup;
beforeEach(() => {
  setup = new JobsSetup();
});
afterEach(() => setup.close());

describe("a lease", () => {
  test("is renewed while the job runs, so that no other runner takes it", async () => {
    const { kind, tries } = heldKind();
    setup.add(kind);
    await setup.runner([kind]).start();
    await setup.time.runDue();
    await setup.runner([kind], { db: setup.anotherConnection(), isOnlyRunner: false }).start();
    await setup.time.pass(10 * 60_000);
    expect(tries.length).toBe(1);
  });

  test("that expired while the machine slept does not take the job from its runner", async () => {
    const { kind, tries } = heldKind();
    const id = setup.add(kind);
    await setup.runner([kind]).start();
    await setup.time.runDue();
    setup.time.jump(60 * 60_000);
    await setup.time.pass(60_000);
    expect(tries.length).toBe(1);
    tries[0]?.end({ kind: "done" });
    await setup.time.runDue();
    expect(setup.row(id)).toMatchObject({ state: "done", attempt: 1 });
  });

  test("of an earlier process is rescued at the start, and the interrupted attempt does not count", async () => {
    const { kind, tries } = heldKind();
    const id = setup.add(kind);
    setup.leaveRunning(id);
    await setup.runner([kind]).start();
    await setup.time.runDue();
    expect(tries.map((one) => one.context.attempt)).toEqual([1]);
  });

  test("that another node let expire ends the earlier attempt here when the job runs here again", async () => {
    const { kind, tries } = heldKind();
    const id = setup.add(kind);
    await setup.runner([kind]).start();
    await setup.time.runDue();
    setup.tamper(
      `update jobs set state = 'ready', attempt = 0, lease_owner = null, lease_until = null where id = ${id}`,
    );
    await setup.time.pass(SECOND_MS);
    expect(tries.map(({ context }) => context.signal.aborted)).toEqual([true, false]);
    expect(setup.row(id)).toMatchObject({ state: "running", attempt: 1 });
  });

  test("of a process that may be alive is valid until it expires", async () => {
    const { kind, tries } = heldKind();
    const id = setup.add(kind);
    setup.leaveRunning(id, setup.time.now() + 30_000);
    await setup.runner([kind], { isOnlyRunner: false }).start();
    await setup.time.pass(29_000);
    expect(tries.length).toBe(0);
    await setup.time.pass(31_000);
    expect(tries.length).toBe(1);
  });

  test("that was granted before the clock was set back is expired", async () => {
    const { kind, tries } = heldKind();
    const id = setup.add(kind);
    setup.leaveRunning(id, setup.time.now() + 365 * 24 * HOUR_MS);
    await setup.runner([kind], { isOnlyRunner: false }).start();
    await setup.time.pass(6 * SECOND_MS);
    expect(tries.length).toBe(1);
  });

  test("of an attempt whose outcome could not be recorded expires, and the attempt counts, because it had an effect", async () => {
    let tries = 0;
    const kind = kindOf({
      attemptsMax: 2,
      run: () => {
        tries += 1;
        return Promise.resolve({ kind: "done", record: () => done(setup.tamper("insert into nowhere values (1)")) });
      },
    });
    const id = setup.add(kind);
    setup.tamper(
      "create trigger shut before update of state on jobs when new.state = 'ready' and old.attempt = 1 begin select raise(abort, 'no'); end",
    );
    await setup.runner([kind]).start();
    await setup.time.runDue();
    expect(setup.row(id).state).toBe("running");
    setup.tamper("drop trigger shut");
    await setup.time.pass(2 * MINUTE_MS);
    expect(tries).toBe(2);
    expect(setup.row(id)).toMatchObject({ state: "failed", attempt: 2 });
  });
});

describe("a job during which the process ends", () => {
  /** Ends the process during a job `times` times, and returns how long the job waited each time. */
  async function kill(kind: JobKind<Payload>, id: number, times: number): Promise<number[]> {
    const waits: number[] = [];
    for (let time = 0; time < times; time++) {
      setup.leaveRunning(id);
      const runner = setup.runner([kind]);
      const startedAt = setup.time.now();
      await runner.start();
      waits.push(setup.row(id).run_at - startedAt);
      const stopped = runner.stop();
      await setup.time.pass(MINUTE_MS);
      await stopped;
    }
    return waits;
  }

  test("does not lose attempts, and waits longer each time, so that the server stays usable", async () => {
    const { kind, tries } = heldKind({ attemptsMax: 1 });
    const id = setup.add(kind);
    const waits = await kill(kind, id, 10);
    expect(waits.slice(0, 4)).toEqual([0, SECOND_MS, 4 * SECOND_MS, 16 * SECOND_MS]);
    expect(waits.at(-1)).toBe(HOUR_MS);
    expect(setup.row(id)).toMatchObject({ state: "ready", attempt: 0, rescues: 10, crashes: 0 });
    await setup.runner([kind]).start();
    await setup.time.pass(HOUR_MS);
    expect(tries.map((one) => one.context.attempt)).toEqual([1]);
  });

  test("is no longer a suspect after an attempt that ended normally", async () => {
    const kind = kindOf({
      crashesMax: 2,
      run: () => Promise.resolve<JobOutcome>({ kind: "snooze", afterMs: MINUTE_MS }),
    });
    const id = setup.add(kind);
    await kill(kind, id, 2);
    await setup.runner([kind]).start();
    await setup.time.pass(2 * MINUTE_MS);
    expect(setup.row(id)).toMatchObject({ state: "ready", rescues: 0, crashes: 0 });
  });

  test("of a kind that counts crashes fails after the second end while it ran alone, and its feature is notified", async () => {
    const ends: string[] = [];
    const kind = kindOf({
      crashesMax: 2,
      onExhausted: (_tx, _payload, reason, cause) => done(void ends.push(cause, reason)),
    });
    const id = setup.add(kind);
    expect(await kill(kind, id, 2)).toEqual([0, MINUTE_MS]);
    expect(setup.row(id)).toMatchObject({ state: "ready", attempt: 0, crashes: 1 });
    await kill(kind, id, 1);
    expect(setup.row(id)).toMatchObject({ state: "failed" });
    expect(ends).toEqual(["crashes", "The process ended during this attempt."]);
  });
});

describe("a suspect", () => {
  const OTHER_LANE = { name: "chore", lane: "chores" };
  const LANES = { errands: 8, chores: 8 };

  test("is cleared if the process ends while it waits", async () => {
    const errands = heldKind({ crashesMax: 2 });
    const chores = heldKind(OTHER_LANE);
    const id = setup.add(errands.kind, "suspect");
    const other = setup.add(chores.kind, "other");
    setup.leaveRunning(id);
    setup.tamper(`update jobs set rescues = 1 where id = ${id}`);
    const former = setup.runner([errands.kind, chores.kind], { lanes: LANES });
    await former.start();
    expect(setup.row(id)).toMatchObject({ rescues: 2, crashes: 1 });
    await former.stop();
    setup.leaveRunning(other);
    await setup.runner([errands.kind, chores.kind], { lanes: LANES }).start();
    expect(setup.row(id)).toMatchObject({ state: "ready", rescues: 2, crashes: 0 });
  });

  test("does not fail, however often the process ends, if it also ends while the suspect waits", async () => {
    const errands = heldKind({ crashesMax: 2 });
    const chores = heldKind(OTHER_LANE);
    const id = setup.add(errands.kind, "suspect");
    const other = setup.add(chores.kind, "other");
    for (let ends = 1; ends <= 20; ends++) {
      setup.leaveRunning(ends % 2 === 0 ? other : id);
      const runner = setup.runner([errands.kind, chores.kind], { lanes: LANES });
      await runner.start();
      await runner.stop();
    }
    expect(setup.row(id)).toMatchObject({ state: "ready", rescues: 10, crashes: 0 });
  });

  test("runs again before all others, so that jobs that end the process do not clear each other", async () => {
    const { kind, tries } = heldKind({ crashesMax: 2 });
    const ids = [setup.add(kind, "one"), setup.add(kind, "two")];
    for (const id of ids) setup.leaveRunning(id);
    setup.add(kind, "fresh");
    const ran: string[] = [];
    for (let ends = 1; ends <= 5; ends++) {
      const runner = setup.runner([kind], { stopMs: 0 });
      await runner.start();
      await setup.time.pass(2 * MINUTE_MS);
      ran.push(...tries.splice(0).map(({ payload }) => payload.name));
      setup.tamper("update jobs set lease_owner = 'gone' where state = 'running'");
      const stopped = runner.stop();
      await setup.time.runDue();
      await stopped;
    }
    expect(ran).toEqual(["one", "one", "two", "two", "fresh"]);
    expect(ids.map((id) => setup.row(id).state)).toEqual(["failed", "failed"]);
  });

  test("runs alone among the jobs of kinds that count crashes: running ones end first, the others wait", async () => {
    const errands = heldKind({ crashesMax: 2 });
    const chores = heldKind({ crashesMax: 2, ...OTHER_LANE });
    const id = setup.add(errands.kind, "suspect");
    setup.leaveRunning(id);
    setup.tamper(`update jobs set rescues = 1 where id = ${id}`);
    await setup.runner([errands.kind, chores.kind], { lanes: LANES }).start();
    // It is due in a minute, but the others do not wait for that.
    setup.tamper("update jobs set crashes = 0");
    setup.add(errands.kind, "early");
    setup.add(chores.kind, "early");
    await setup.time.pass(MINUTE_MS);
    setup.add(errands.kind, "late");
    setup.add(chores.kind, "late");
    await setup.time.pass(MINUTE_MS);
    expect(names(errands, chores)).toEqual(["early", "early"]);

    errands.tries[0]?.end({ kind: "done" });
    await setup.time.runDue();
    expect(names(errands, chores)).toEqual(["early", "early"]);
    chores.tries[0]?.end({ kind: "done" });
    await setup.time.pass(MINUTE_MS);
    expect(names(errands, chores)).toEqual(["early", "early", "suspect"]);
    errands.tries.at(-1)?.end({ kind: "done" });
    await setup.time.runDue();
    expect(names(errands, chores)).toEqual(["early", "early", "late", "late", "suspect"]);
  });

  test("does not delay jobs of other kinds", async () => {
    const errands = heldKind({ crashesMax: 2 });
    const chores = heldKind(OTHER_LANE);
    const id = setup.add(errands.kind, "suspect");
    setup.leaveRunning(id);
    await setup.runner([errands.kind, chores.kind], { lanes: LANES }).start();
    await setup.time.runDue();
    setup.add(chores.kind, "other");
    await setup.time.runDue();
    expect(names(errands, chores)).toEqual(["other", "suspect"]);
  });

  function names(...kinds: readonly ReturnType<typeof heldKind>[]): string[] {
    return kinds.flatMap(({ tries }) => tries.map(({ payload }) => payload.name)).toSorted();
  }
});

describe("a process killed in the middle of a job", () => {
  test("leaves it to the next process", async () => {
    const child = Bun.spawn([process.execPath, fileURLToPath(import.meta.resolve("./killed-runner.ts")), setup.path], {
      stdout: "pipe",
      stderr: "inherit",
    });
    for await (const chunk of child.stdout) {
      if (new TextDecoder().decode(chunk).includes("running")) break;
    }
    child.kill("SIGKILL");
    await child.exited;
    const { kind, tries } = heldKind();
    setup.time.jump(Date.now() - setup.time.now());
    await setup.runner([kind]).start();
    await setup.time.runDue();
    expect(tries.map((one) => one.payload.name)).toEqual(["left behind"]);
    expect(tries[0]?.context.attempt).toBe(1);
  });
});
