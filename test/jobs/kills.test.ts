import { afterEach, beforeEach, expect, test } from "bun:test";
import type { JobKind, JobOutcome } from "../../src/jobs/job-kind.ts";
import type { JobRunner } from "../../src/jobs/runner.ts";
import { MINUTE_MS, SECOND_MS } from "../../src/lib/clock.ts";
import { JobsSetup, kindOf, type Payload } from "./setup.ts";

const LANES = { pictures: 2, films: 1, webhooks: 4 };
const KILLS = 12;
const KILL_WITHIN_MS = 8 * SECOND_MS;

let setup: JobsSetup;
beforeEach(() => {
  setup = new JobsSetup();
});
afterEach(() => setup.close());

/** Kills every few seconds, and the same on a machine that is four times slower. */
test.each([
  [1, 1],
  [2, 1],
  [3, 4],
  [4, 4],
])(
  "twelve kills at random moments fail none of fourteen good files (seed %i, %i times slower)",
  async (seed, slower) => {
    const random = millisecondsFrom(seed);
    const upTo = (mostMs: number): number => slower * random(mostMs);
    const kinds = [
      lasting("picture", "pictures", () => 200 + upTo(2 * SECOND_MS), 2),
      lasting("film", "films", () => 5 * SECOND_MS + upTo(20 * SECOND_MS), 2),
      lasting("webhook", "webhooks", () => upTo(15 * SECOND_MS)),
    ] as const;
    const [picture, film, webhook] = kinds;
    for (let file = 0; file < 11; file++) setup.add(picture, `picture ${file}`);
    for (let file = 0; file < 3; file++) setup.add(film, `film ${file}`);
    for (let file = 0; file < 4; file++) setup.add(webhook, `webhook ${file}`);

    for (let kills = 0; kills < KILLS; kills++) {
      const runner = setup.runner(kinds, { lanes: LANES, stopMs: 0 });
      await runner.start();
      await setup.time.pass(upTo(KILL_WITHIN_MS));
      await kill(runner);
    }
    await setup.runner(kinds, { lanes: LANES }).start();
    await setup.time.pass(20 * MINUTE_MS);
    expect(states()).toEqual([{ state: "done", count: 18 }]);
  },
);

test("kills fail no good file, even if they interrupt it more than ten times", async () => {
  const random = millisecondsFrom(5);
  const film = lasting("film", "films", () => 6 * SECOND_MS + random(8 * SECOND_MS), 2);
  for (let file = 0; file < 8; file++) setup.add(film);
  for (let kills = 0; kills < 60; kills++) {
    const runner = setup.runner([film], { lanes: LANES, stopMs: 0 });
    await runner.start();
    await setup.time.pass(random(KILL_WITHIN_MS));
    await kill(runner);
  }
  const most = setup.db.sqlite.query<{ rescues: number }, []>("select max(rescues) as rescues from jobs").get();
  expect(most?.rescues).toBeGreaterThan(10);
  await setup.runner([film], { lanes: LANES }).start();
  await setup.time.pass(20 * MINUTE_MS);
  expect(states()).toEqual([{ state: "done", count: 8 }]);
});

/** Counts the jobs by state. */
function states(): readonly object[] {
  return setup.db.sqlite.query<object, []>("select state, count(*) as count from jobs group by state").all();
}

/** A kind whose jobs end after a given time. */
function lasting(name: string, lane: string, takesMs: () => number, crashesMax?: number): JobKind<Payload> {
  return kindOf({
    name,
    lane,
    attemptsMax: 3,
    ...(crashesMax === undefined ? {} : { crashesMax }),
    run: (_, { signal }) => {
      const { promise, resolve, reject } = Promise.withResolvers<JobOutcome>();
      setup.time.after(takesMs(), () => resolve({ kind: "done" }));
      signal.addEventListener("abort", () => reject(signal.reason));
      return promise;
    },
  });
}

/** Leaves running jobs in the database, as SIGKILL does: a runner writes nothing for a job that another one holds. */
async function kill(runner: JobRunner): Promise<void> {
  setup.tamper("update jobs set lease_owner = 'gone' where state = 'running'");
  const stopped = runner.stop();
  await setup.time.runDue();
  await stopped;
}

/** Returns pseudorandom whole milliseconds below `mostMs` (mulberry32). */
function millisecondsFrom(seed: number): (mostMs: number) => number {
  let state = seed;
  return (mostMs) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * mostMs);
  };
}
