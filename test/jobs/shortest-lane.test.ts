import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { WORK_WEIGHT } from "../../schema/tables/service/jobs.ts";
import type { Lane } from "../../src/jobs/lane.ts";
import { MINUTE_MS, SECOND_MS } from "../../src/lib/clock.ts";
import { heldKind, JobsSetup, kindOf } from "./setup.ts";

const CLIP_MS = SECOND_MS;
const FILM_MS = 40 * SECOND_MS;

let setup: JobsSetup;
let from: number;
let started: { readonly name: string; readonly atMs: number }[];
beforeEach(() => {
  setup = new JobsSetup();
  from = setup.time.now();
  started = [];
});
afterEach(() => setup.close());

/** Jobs that take as long as expected. */
const working = kindOf({
  run: ({ name }) => {
    started.push({ name, atMs: setup.time.now() - from });
    const { promise, resolve } = Promise.withResolvers<{ kind: "done" }>();
    setup.time.after(workOf(name), () => resolve({ kind: "done" }));
    return promise;
  },
});

/** "a: film 1" is a job of client a. */
function workOf(name: string): number {
  return name.includes("film") ? FILM_MS : CLIP_MS;
}

function add(name: string): void {
  setup.add(working, name, { client: name.split(":")[0] ?? "", workMs: workOf(name) });
}

async function start(slots: Lane["slots"] = 1): Promise<void> {
  await setup.runner([working], { lanes: { errands: { slots, order: "shortest" } } }).start();
}

const names = (): readonly string[] => started.map(({ name }) => name);

function startOf(name: string): number {
  return started.find((one) => one.name === name)?.atMs ?? Infinity;
}

describe("a lane that runs the shortest work first", () => {
  test("starts the clip of another key as soon as the running one of four films ends", async () => {
    for (const film of [1, 2, 3, 4]) add(`a: film ${film}`);
    await start();
    await setup.time.pass(5 * SECOND_MS);
    add("b: clip");
    await setup.time.pass(5 * MINUTE_MS);
    expect(names()).toEqual(["a: film 1", "b: clip", "a: film 2", "a: film 3", "a: film 4"]);
    expect(startOf("b: clip")).toBe(FILM_MS);
  });

  test("starts a clip before the films of ten other keys, which came first", async () => {
    for (let key = 0; key < 10; key++) add(`k${key}: film`);
    await start();
    await setup.time.pass(SECOND_MS);
    add("late: clip");
    await setup.time.pass(MINUTE_MS);
    expect(names().slice(0, 2)).toEqual(["k0: film", "late: clip"]);
  });

  test("starts a key's clip before its own films", async () => {
    for (const film of [1, 2, 3]) add(`a: film ${film}`);
    await start();
    await setup.time.pass(SECOND_MS);
    add("a: clip");
    await setup.time.pass(MINUTE_MS);
    expect(names().slice(0, 2)).toEqual(["a: film 1", "a: clip"]);
  });

  test.each(["the same key", "ever new keys"])("starts a film although clips of %s never end", async (whose) => {
    const clip = (number: number): string => `${whose === "the same key" ? "a" : `k${number}`}: clip ${number}`;
    for (let number = 0; number < 3; number++) add(clip(number));
    add("a: film");
    await start();
    // A new clip for each that ends, so that several always wait.
    for (let number = 3; number < 400; number++) {
      await setup.time.pass(CLIP_MS);
      add(clip(number));
    }
    const longest = WORK_WEIGHT * FILM_MS;
    expect(startOf("a: film")).toBeGreaterThan(longest / 2);
    expect(startOf("a: film")).toBeLessThanOrEqual(longest + 5 * CLIP_MS);
  });

  test("serves each key once per round, however much shorter the jobs of one are", async () => {
    for (const number of [1, 2, 3]) add(`clips: clip ${number}`);
    for (const number of [1, 2, 3]) add(`films: film ${number}`);
    await start();
    await setup.time.pass(5 * MINUTE_MS);
    expect(names()).toEqual([
      "clips: clip 1",
      "films: film 1",
      "clips: clip 2",
      "films: film 2",
      "clips: clip 3",
      "films: film 3",
    ]);
  });

  test("does not let a key catch up on rounds in which it had no jobs", async () => {
    for (const number of [1, 2, 3, 4]) add(`a: clip ${number}`);
    await start();
    await setup.time.pass(2 * CLIP_MS);
    for (const number of [1, 2, 3]) add(`late: clip ${number}`);
    await setup.time.pass(MINUTE_MS);
    expect(names().slice(3)).toEqual(["late: clip 1", "a: clip 4", "late: clip 2", "late: clip 3"]);
  });

  test("does not wait for a short job that is due later", async () => {
    setup.add(working, "a: clip", { client: "a", workMs: CLIP_MS, runAt: from + MINUTE_MS });
    add("a: film");
    await start();
    await setup.time.runDue();
    expect(names()).toEqual(["a: film"]);
  });

  test("keeps the order after the process was killed", async () => {
    add("a: film 1");
    add("a: film 2");
    add("b: clip");
    setup.leaveRunning(1);
    await start();
    await setup.time.pass(3 * MINUTE_MS);
    expect(names()).toEqual(["b: clip", "a: film 1", "a: film 2"]);
  });

  test("uses a second slot while there is one, and interrupts no job when it closes", async () => {
    const { kind, tries } = heldKind();
    let slots = 1;
    const seen: number[] = [];
    const lane = {
      slots: (running: number) => {
        seen.push(running);
        return slots;
      },
      order: "shortest",
    } as const;
    for (const name of ["a1", "a2", "a3"]) setup.add(kind, name, { client: "a", workMs: FILM_MS });
    await setup.runner([kind], { lanes: { errands: lane } }).start();
    await setup.time.pass(3 * SECOND_MS);
    expect(tries).toHaveLength(1);
    slots = 2;
    await setup.time.pass(SECOND_MS);
    expect(tries).toHaveLength(2);
    slots = 1;
    await setup.time.pass(SECOND_MS);
    expect(tries.map((one) => one.context.signal.aborted)).toEqual([false, false]);
    tries[0]?.end({ kind: "done" });
    await setup.time.pass(SECOND_MS);
    expect(tries).toHaveLength(2);
    expect(new Set(seen)).toEqual(new Set([0, 1, 2]));
  });
});
