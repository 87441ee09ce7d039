import { describe, expect, test } from "bun:test";
import { Slices } from "../../src/lib/slices.ts";
import type { Steps, WaitingSteps } from "../../src/lib/steps.ts";

const SLICE_MS = 8;
const STEP_MS = 3;

/** A simulated thread. Its clock moves with the steps, and it records the order of events. */
function thread() {
  const events: string[] = [];
  let now = 0;
  const slices = new Slices({
    sliceMs: SLICE_MS,
    now: () => now,
    pause: async () => {
      await Promise.resolve();
      events.push("others");
    },
  });
  function* counting(name: string, count: number): Steps<string> {
    for (let at = 1; at <= count; at++) {
      events.push(`${name}${at}`);
      now += STEP_MS;
      yield;
    }
    return `${name} is done`;
  }
  return { slices, events, counting };
}

describe("a computation in slices", () => {
  test("pauses when its slice is over", async () => {
    const { slices, events, counting } = thread();
    expect(await slices.run(counting("a", 7))).toBe("a is done");
    expect(events).toEqual(["others", "a1", "a2", "a3", "others", "a4", "a5", "a6", "others", "a7"]);
  });

  test("does not delay a short one that began later until its own end", async () => {
    const { slices, events, counting } = thread();
    const ended: string[] = [];
    const long = slices.run(counting("a", 9)).then(() => ended.push("a"));
    const short = slices.run(counting("b", 2)).then(() => ended.push("b"));
    await Promise.all([long, short]);
    expect(ended).toEqual(["b", "a"]);
    expect(events.slice(0, 7)).toEqual(["others", "a1", "a2", "a3", "others", "b1", "b2"]);
  });

  test("pauses between any two slices, however many computations run", async () => {
    const { slices, events, counting } = thread();
    await Promise.all(["a", "b", "c", "d"].map((name) => slices.run(counting(name, 3))));
    const inOneTurn = events
      .join(" ")
      .split("others")
      .map((turn) => new Set(turn.match(/[a-d]/g)).size);
    expect(Math.max(...inOneTurn)).toBe(1);
  });

  test("lets others run while it waits, and gets what it waited for", async () => {
    const { slices, events, counting } = thread();
    const { promise, resolve } = Promise.withResolvers<string>();
    function* waiting(): WaitingSteps<string> {
      events.push("waits");
      const got = yield promise;
      events.push("goes on");
      try {
        yield Promise.reject(new Error("lost"));
      } catch (error) {
        return `${String(got)}, ${String(error)}`;
      }
      return "no error";
    }
    const first = slices.run(waiting());
    await slices.run(counting("a", 2));
    expect(events).toEqual(["others", "waits", "others", "a1", "a2"]);
    resolve("a row");
    expect(await first).toBe("a row, Error: lost");
    expect(events.slice(5)).toEqual(["others", "goes on", "others"]);
  });

  test("rejects with the error of a step, and the next one runs", async () => {
    const { slices, counting } = thread();
    // oxlint-disable-next-line require-yield
    function* failing(): Steps<never> {
      throw new Error("The index is damaged.");
    }
    const failed = slices.run(failing());
    const next = slices.run(counting("b", 1));
    expect(failed).rejects.toThrow("The index is damaged.");
    expect(await next).toBe("b is done");
  });

  test("ends before its next step when its signal is aborted", async () => {
    const { slices, events, counting } = thread();
    const controller = new AbortController();
    function* aborted(): Steps<string> {
      const done = yield* counting("a", 3);
      controller.abort(new Error("The server stops."));
      yield;
      yield* counting("never", 1);
      return done;
    }
    expect(slices.run(aborted(), controller.signal)).rejects.toThrow("The server stops.");
    await slices.run(counting("b", 1));
    await slices.run(counting("c", 1));
    expect(events).not.toContain("never1");
  });
});
