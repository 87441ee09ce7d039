import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { JobOutcome } from "../../src/jobs/job-kind.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../src/lib/clock.ts";
import { heldKind, JobsSetup, kindOf } from "./setup.ts";

const YEARS_MS = 9 * 365 * DAY_MS;

let setup: JobsSetup;
beforeEach(() => {
  setup = new JobsSetup();
});
afterEach(() => setup.close());

describe("a clock that is set back", () => {
  test.each([
    ["years", YEARS_MS],
    ["ten minutes", 10 * MINUTE_MS],
  ])("by %s does not strand a retry: its wait has the same duration", async (_, byMs) => {
    const { tries, kind } = failing({ kind: "retry", reason: "no", afterMs: 5 * MINUTE_MS });
    setup.time.setClockBy(byMs);
    setup.add(kind);
    await setup.runner([kind]).start();
    await setup.time.runDue();
    setup.time.setClockBy(-byMs);
    await setup.time.pass(4 * MINUTE_MS);
    expect(tries()).toBe(1);
    await setup.time.pass(MINUTE_MS + SECOND_MS);
    expect(tries()).toBe(2);
  });

  test("does not strand a snoozed job, nor one that a later server finds", async () => {
    const { tries, kind } = failing({ kind: "snooze", afterMs: HOUR_MS });
    setup.time.setClockBy(YEARS_MS);
    setup.add(kind);
    const former = setup.runner([kind]);
    await former.start();
    await setup.time.runDue();
    await former.stop();
    setup.time.setClockBy(-YEARS_MS);
    await setup.runner([kind]).start();
    await setup.time.pass(HOUR_MS + SECOND_MS);
    expect(tries()).toBe(2);
  });

  test("does not strand a job that was added while it was ahead", async () => {
    const { tries, kind } = heldKind();
    setup.time.setClockBy(YEARS_MS);
    setup.add(kind);
    setup.add(kind, "later", { runAt: setup.time.now() + MINUTE_MS });
    setup.time.setClockBy(-YEARS_MS);
    await setup.runner([kind]).start();
    await setup.time.runDue();
    expect(tries.map((one) => one.payload.name)).toEqual(["one"]);
    await setup.time.pass(MINUTE_MS);
    expect(tries.map((one) => one.payload.name)).toEqual(["one", "later"]);
  });

  test("does not change other waits, and logs a correction once", async () => {
    const { kind } = heldKind();
    const early = setup.add(kind, "early", { runAt: setup.time.now() + HOUR_MS });
    setup.time.setClockBy(YEARS_MS);
    const late = setup.add(kind, "late", { runAt: setup.time.now() + HOUR_MS });
    setup.time.setClockBy(-YEARS_MS);
    await setup.runner([kind]).start();
    await setup.time.pass(MINUTE_MS);
    expect(setup.row(late).run_at).toBe(setup.row(early).run_at);
    const logged = setup.lines.filter((line) => line.message.startsWith("the clock was set back"));
    expect(logged.map((line) => line.fields)).toEqual([{ jobs: 1 }]);
  });

  test("corrects more waits than one transaction can", async () => {
    const { kind } = heldKind();
    setup.tamper(`with recursive number(n) as (select 1 union all select n + 1 from number where n < 2500)
      insert into jobs (kind, lane, payload, state, run_at, scheduled_at, created_at)
      select '${kind.name}', '${kind.lane}', '{}', 'ready', ${setup.time.now() + YEARS_MS + HOUR_MS},
        ${setup.time.now() + YEARS_MS}, 1 from number`);
    await setup.runner([kind]).start();
    await setup.time.pass(5 * SECOND_MS);
    const ahead = setup.db.sqlite
      .query<{ count: number }, [number]>("select count(*) as count from jobs where run_at > ?")
      .get(setup.time.now() + HOUR_MS);
    expect(ahead?.count).toBe(0);
  });

  function failing(outcome: JobOutcome) {
    let tries = 0;
    const kind = kindOf({
      run: () => {
        tries += 1;
        return Promise.resolve(outcome);
      },
    });
    return { kind, tries: () => tries };
  }
});

test("a clock that jumps ahead does not take a running job from its runner", async () => {
  const { kind, tries } = heldKind();
  const id = setup.add(kind);
  await setup.runner([kind]).start();
  await setup.time.runDue();
  setup.time.setClockBy(YEARS_MS);
  await setup.time.pass(MINUTE_MS);
  expect(setup.row(id)).toMatchObject({ state: "running", rescues: 0 });
  expect(tries.length).toBe(1);
});
