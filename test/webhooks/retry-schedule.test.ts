import { expect, test } from "bun:test";
import { ATTEMPTS_MAX, retryDelayMs } from "../../src/webhooks/retry-schedule.ts";

const SECONDS = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400];

test("the schedule has seven waits, each randomly lengthened by up to a tenth", () => {
  expect(ATTEMPTS_MAX).toBe(8);
  for (const [index, seconds] of SECONDS.entries()) {
    expect(retryDelayMs(index + 1, () => 0)).toBe(seconds * 1_000);
    expect(retryDelayMs(index + 1, () => 0.999_999)).toBeLessThanOrEqual(seconds * 1_100);
  }
});

test("the schedule ends after the eighth attempt", () => {
  expect(retryDelayMs(8, () => 0)).toBeNull();
});
