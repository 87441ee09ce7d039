import { beforeEach, describe, expect, test } from "bun:test";
import { backgroundLimits, STALLED_MS, WALL_MS_MAX } from "../../src/native/background-limits.ts";
import { type ProcessorTimeEnd, watchProcessorTime } from "../../src/native/watch-processor-time.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../src/lib/clock.ts";
import { FakeTime } from "../jobs/fake-time.ts";

const LIMITS = backgroundLimits(MINUTE_MS);
/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

let time: FakeTime;
let used: number | null;
let ends: ProcessorTimeEnd[];
beforeEach(() => {
  time = new FakeTime();
  used = 500;
  ends = [];
});

const watch = (limits = LIMITS): (() => void) =>
  watchProcessorTime(
    () => used,
    limits,
    time,
    (reason) => void ends.push(reason),
  );

/** Lets the process run for a while with this share of one core, one second at a time. */
async function runFor(ms: number, share: number): Promise<void> {
  const before = used ?? 0;
  for (let passed = SECOND_MS; passed <= ms; passed += SECOND_MS) {
    if (used !== null) used = before + Math.floor((passed * share) / TICK_MS) * TICK_MS;
    await time.pass(SECOND_MS);
  }
}

describe("a process whose processor time is watched", () => {
  test("ends when it has used up its processor time since the beginning of the watch", async () => {
    watch();
    await runFor(MINUTE_MS - SECOND_MS, 1);
    expect(ends).toEqual([]);
    await runFor(SECOND_MS, 1);
    expect(ends).toEqual(["cpu-exceeded"]);
  });

  test("ends earlier by the clock, and not by processor time, if it uses several cores", async () => {
    watch();
    await runFor(30 * SECOND_MS, 2);
    expect(ends).toEqual(["cpu-exceeded"]);
  });

  test("does not end while a busy machine gives it a hundredth of a second per minute", async () => {
    watch();
    await runFor(2 * HOUR_MS, TICK_MS / MINUTE_MS);
    expect(ends).toEqual([]);
  });

  test("does not end when it is stopped for a while and continued, however often", async () => {
    watch();
    for (let pause = 0; pause < 5; pause++) {
      await runFor(STALLED_MS - SECOND_MS, 0);
      await runFor(SECOND_MS, 1);
    }
    expect(ends).toEqual([]);
  });

  test("is stalled if it stays stopped", async () => {
    watch();
    await runFor(STALLED_MS, 0);
    expect(ends).toEqual(["stalled"]);
  });

  test("is not stalled because the machine slept", async () => {
    watch();
    await runFor(MINUTE_MS / 2, 0.1);
    time.jump(HOUR_MS);
    await runFor(MINUTE_MS, 0.1);
    expect(ends).toEqual([]);
  });

  test("is not watched where its processor time cannot be read: only the wall clock remains", async () => {
    used = null;
    watch();
    await runFor(STALLED_MS, 1);
    expect(ends).toEqual([]);
    expect(LIMITS.timeoutMs).toBe(WALL_MS_MAX);
  });

  test("is not stalled between its end and the end of the watch", async () => {
    const stop = watch();
    await runFor(10 * SECOND_MS, 1);
    used = null;
    await runFor(SECOND_MS, 0);
    stop();
    await runFor(STALLED_MS, 0);
    expect(ends).toEqual([]);
  });
});
