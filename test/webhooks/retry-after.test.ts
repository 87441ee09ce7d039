import { describe, expect, test } from "bun:test";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../src/lib/clock.ts";
import { retryAfterMs } from "../../src/webhooks/retry-after.ts";
import { requestedDelayMs } from "../../src/webhooks/retry-schedule.ts";

const NOW = Date.UTC(2026, 0, 5, 9);

describe("Retry-After", () => {
  test.each([
    ["120", 120 * SECOND_MS],
    ["0", 0],
    ["Mon, 05 Jan 2026 09:10:00 GMT", 10 * MINUTE_MS],
    ["Mon, 05 Jan 2026 08:00:00 GMT", 0],
    ["86400", 24 * HOUR_MS],
    ["9999999999", 24 * HOUR_MS],
    ["Fri, 01 Jan 2038 00:00:00 GMT", 24 * HOUR_MS],
    ["soon", 0],
    ["-5", 0],
    ["1.5", 0],
    ["", 0],
    ["2026-01-05T09:10:00Z", 0],
    ["Mon, 45 Foo 2026 09:10:00 GMT", 0],
  ])("of %j is a wait of %d ms", (text, expected) => expect(retryAfterMs(text, NOW)).toBe(expected));
});

describe("the wait after an attempt with Retry-After", () => {
  test("is the requested one, up to a tenth longer, but never shorter than the schedule", () => {
    expect(requestedDelayMs("60", 1, NOW, () => 0)).toBe(MINUTE_MS);
    expect(requestedDelayMs("60", 1, NOW, () => 0.999_999)).toBe(66 * SECOND_MS);
    expect(requestedDelayMs("60", 2, NOW, () => 0)).toBe(5 * MINUTE_MS);
  });

  test("is null after the last attempt", () => {
    expect(requestedDelayMs("60", 8, NOW, () => 0)).toBeNull();
  });
});
