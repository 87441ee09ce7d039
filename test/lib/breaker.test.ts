import { beforeEach, describe, expect, test } from "bun:test";
import { Breaker } from "../../src/lib/breaker.ts";
import { MINUTE_MS, SECOND_MS } from "../../src/lib/clock.ts";

let now = 0;
let breaker: Breaker;
beforeEach(() => {
  now = 1_000_000;
  breaker = new Breaker({ now: () => now });
});

function fail(times: number): void {
  for (let time = 0; time < times; time++) breaker.failed();
}

describe("a breaker", () => {
  test("allows requests until three failures in a row", () => {
    fail(2);
    breaker.succeeded();
    fail(2);
    expect(breaker.allows()).toBe(true);
    fail(1);
    expect(breaker.allows()).toBe(false);
  });

  test("allows one request after half a minute, and closes when it succeeds", () => {
    fail(3);
    now += 30 * SECOND_MS - 1;
    expect(breaker.allows()).toBe(false);
    now += 1;
    expect(breaker.allows()).toBe(true);
    expect(breaker.allows()).toBe(false);
    breaker.succeeded();
    expect(breaker.allows()).toBe(true);
    fail(2);
    expect(breaker.allows()).toBe(true);
  });

  test("does not extend its pause if the clock was set back", () => {
    fail(3);
    now -= 1_000 * MINUTE_MS;
    expect(breaker.allows()).toBe(true);
    expect(breaker.allows()).toBe(false);
  });

  test("doubles the pause after each further failure, up to five minutes", () => {
    fail(3);
    const rests: number[] = [];
    for (let tries = 0; tries < 6; tries++) {
      const from = now;
      while (!breaker.allows()) now += SECOND_MS;
      rests.push((now - from) / SECOND_MS);
      breaker.failed();
    }
    expect(rests).toEqual([30, 60, 120, 240, 300, 300]);
  });

  test("ignores failures of requests that were in flight when it opened", () => {
    fail(9);
    now += 30 * SECOND_MS;
    expect(breaker.allows()).toBe(true);
  });

  test("allows another request if the first has no result", () => {
    fail(3);
    now += 30 * SECOND_MS;
    expect(breaker.allows()).toBe(true);
    now += MINUTE_MS;
    expect(breaker.allows()).toBe(true);
  });
});
