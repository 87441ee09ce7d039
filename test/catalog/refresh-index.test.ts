import { expect, test } from "bun:test";
import { refreshIndexDuty } from "../../src/catalog/refresh-index.ts";
import { MINUTE_MS } from "../../src/lib/clock.ts";

const never = new AbortController().signal;

function duty(state: { now: number; measured: number; isMeasuring: boolean; isOld?: boolean; takesMs?: number }) {
  let builds = 0;
  const catalog = {
    // The duty only asks whether a catalog is open.
    current: () => ({}) as never,
    rebuildIndex: async () => {
      builds++;
      state.now += state.takesMs ?? 0;
    },
  };
  const made = refreshIndexDuty({
    clock: { now: () => state.now },
    catalog,
    isMeasuring: async () => state.isMeasuring,
    measuredCount: () => state.measured,
    hasNewerFacts: async () => state.isOld ?? false,
  });
  return async (passedMs: number): Promise<number> => {
    state.now += passedMs;
    await made.run(never);
    return builds;
  };
}

test("the index is built once when all files are measured, and not again without new facts", async () => {
  const state = { now: 0, measured: 0, isMeasuring: false };
  const run = duty(state);
  expect(await run(0)).toBe(0);
  state.measured = 3;
  expect(await run(1)).toBe(1);
  expect(await run(10 * MINUTE_MS)).toBe(1);
});

test("the index is built at most once a minute, and every half hour while files are measured", async () => {
  const state = { now: 0, measured: 1, isMeasuring: true };
  const run = duty(state);
  expect(await run(0)).toBe(0);
  expect(await run(29 * MINUTE_MS)).toBe(0);
  expect(await run(MINUTE_MS)).toBe(1);
  state.measured = 2;
  expect(await run(20 * MINUTE_MS)).toBe(1);
  state.isMeasuring = false;
  expect(await run(0)).toBe(2);
  state.measured = 3;
  expect(await run(MINUTE_MS / 2)).toBe(2);
  expect(await run(MINUTE_MS / 2)).toBe(3);
});

test("a build that takes long is repeated after twenty times its duration", async () => {
  const state = { now: 0, measured: 1, isMeasuring: false, takesMs: MINUTE_MS };
  const run = duty(state);
  expect(await run(0)).toBe(1);
  state.measured = 2;
  expect(await run(19 * MINUTE_MS)).toBe(1);
  expect(await run(MINUTE_MS)).toBe(2);
});

test("facts that were measured before the start and after the last build are taken in once", async () => {
  const run = duty({ now: 0, measured: 0, isMeasuring: false, isOld: true });
  expect(await run(0)).toBe(1);
  expect(await run(10 * MINUTE_MS)).toBe(1);
});
