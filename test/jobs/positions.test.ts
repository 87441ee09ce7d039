import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { SECOND_MS } from "../../src/lib/clock.ts";
import { runNow, type Work } from "../../src/db/work.ts";
import { expectedOrder, Positions } from "../../src/jobs/positions.ts";
import { JobsSetup, kindOf } from "./setup.ts";
import { writeNow } from "../support/write-now.ts";

const LANE = "errands";
const FILM_MS = 40 * SECOND_MS;

let setup: JobsSetup;
let positions: Positions;
let started: string[];
beforeEach(() => {
  setup = new JobsSetup();
  positions = new Positions(setup.db, setup.time, setup.queue);
  started = [];
});
afterEach(() => setup.close());

/** Jobs that take the given time. */
const working = kindOf({
  run: ({ name }) => {
    started.push(name);
    const { promise, resolve } = Promise.withResolvers<{ kind: "done" }>();
    setup.time.after(Number(name.split(" ")[1]), () => resolve({ kind: "done" }));
    return promise;
  },
});

/** "a 1000 x" is a job of client a with a second of work. */
function add(name: string, more: { readonly runAt?: number } = {}): void {
  const [client = "", workMs] = name.split(" ");
  setup.add(working, name, { client, workMs: Number(workMs), uniqueKey: name, ...more });
}

async function start(): Promise<void> {
  await setup.runner([working], { lanes: { [LANE]: { slots: 1, order: "shortest" } } }).start();
}

describe("the position of a waiting job", () => {
  test("is 1 for the next one of its lane, and null for a running, a later and an unknown one", async () => {
    add(`a ${FILM_MS} one`);
    await start();
    await setup.time.runDue();
    add(`a ${FILM_MS} two`);
    add("b 1000 clip");
    add("b 1000 later", { runAt: setup.time.now() + FILM_MS });
    expect(await positions.of(LANE, "b 1000 clip")).toBe(1);
    expect(await positions.of(LANE, `a ${FILM_MS} two`)).toBe(2);
    expect(await positions.of(LANE, `a ${FILM_MS} one`)).toBeNull();
    expect(await positions.of(LANE, "b 1000 later")).toBeNull();
    expect(await positions.of("another lane", "b 1000 clip")).toBeNull();
  });

  test("changes when a shorter job is added, and within a second when a job starts", async () => {
    for (const number of [1, 2, 3]) add(`a ${FILM_MS} ${number}`);
    expect(await positions.of(LANE, `a ${FILM_MS} 3`)).toBe(3);
    add("a 1000 clip");
    expect(await positions.of(LANE, `a ${FILM_MS} 3`)).toBe(4);
    await start();
    await setup.time.pass(SECOND_MS);
    expect(started).toEqual(["a 1000 clip", `a ${FILM_MS} 1`]);
    expect(await positions.of(LANE, `a ${FILM_MS} 3`)).toBe(2);
  });

  test("counts a job that was added while the positions were read", async () => {
    add(`a ${FILM_MS} 1`);
    let reads = 0;
    const reading = Object.create(setup.db, {
      orm: {
        get: () => {
          reads += 1;
          if (reads === 2) add("a 1000 clip");
          return setup.db.orm;
        },
      },
    });
    const slow = new Positions(reading, setup.time, setup.queue);
    await slow.of(LANE, `a ${FILM_MS} 1`);
    expect(await slow.of(LANE, `a ${FILM_MS} 1`)).toBe(2);
  });

  test("is read once for requests at the same time, and again after a failed read", async () => {
    add("a 1000 1");
    let reads = 0;
    const read = async (work: Work<unknown>): Promise<unknown> => {
      reads += 1;
      if (reads === 1) throw new Error("the database is locked");
      return await setup.db.read(work);
    };
    const counted = new Positions(Object.create(setup.db, { read: { value: read } }), setup.time, setup.queue);
    await expect(counted.of(LANE, "a 1000 1")).rejects.toThrow("locked");
    expect(await Promise.all([1, 2, 3].map(async () => await counted.of(LANE, "a 1000 1")))).toEqual([1, 1, 1]);
    expect(reads).toBe(2);
  });

  test("of a job that waits behind a running one of its key is after those of other keys", async () => {
    for (const number of [1, 2, 3]) add(`a 1000 ${number}`);
    await start();
    await setup.time.runDue();
    add("b 9000 1");
    expect(await positions.of(LANE, "b 9000 1")).toBe(1);
  });

  test("is unknown beyond the first thousand", async () => {
    writeNow(setup.db, (tx) => {
      for (let job = 0; job < 1_001; job++) {
        const uniqueKey = `job ${job}`;
        runNow(setup.queue.enqueue(tx, { kind: working, payload: { name: "a 1 x" }, client: `k${job}`, uniqueKey }));
      }
    });
    expect(await positions.of(LANE, "job 999")).toBe(1_000);
    expect(await positions.of(LANE, "job 1000")).toBeNull();
  });

  test("is the order in which a lane with one slot starts what waits, if nothing is added", async () => {
    const job = fc.record({ client: fc.constantFrom("a", "b", "c"), workMs: fc.integer({ min: 1, max: 60_000 }) });
    const tie = [
      { client: "b", workMs: 1 },
      { client: "a", workMs: 1 },
    ];
    await fc.assert(
      fc.asyncProperty(fc.array(job, { minLength: 1, maxLength: 8 }), async (jobs) => {
        const own = new JobsSetup();
        const order: string[] = [];
        const kind = kindOf({
          run: ({ name }) => {
            order.push(name);
            return Promise.resolve({ kind: "done" });
          },
        });
        for (const [at, { client, workMs }] of jobs.entries())
          own.add(kind, String(at), { client, workMs, uniqueKey: String(at) });
        const seen = new Positions(own.db, own.time, own.queue);
        const expected = await Promise.all(jobs.map((_, at) => seen.of(LANE, String(at))));
        await own.runner([kind], { lanes: { [LANE]: { slots: 1, order: "shortest" } } }).start();
        for (let turn = 0; turn < jobs.length; turn++) await own.time.runDue();
        await own.close();
        expect(expected).toEqual(jobs.map((_, at) => order.indexOf(String(at)) + 1));
      }),
      { numRuns: 25, examples: [[tie]] },
    );
  });

  test("puts a shorter job of the same round first", () => {
    const due = [
      { client: "a", runAt: 0, workMs: 10, uniqueKey: "long" },
      { client: "b", runAt: 0, workMs: 1, uniqueKey: "short" },
    ];
    expect(expectedOrder(due, new Map()).map(({ uniqueKey }) => uniqueKey)).toEqual(["short", "long"]);
  });
});
