import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { RateLimiter } from "../../src/keys/rate-limiter.ts";

/** A limiter and its time, in milliseconds. */
function limiterAt(start = 0) {
  const elapsed = { at: start, now: () => elapsed.at };
  return { elapsed, limiter: new RateLimiter(elapsed) };
}

describe("the rate limiter", () => {
  test("allows `rate` requests per second and refuses the next", () => {
    const { limiter } = limiterAt(1_000);
    const decisions = Array.from({ length: 4 }, () => limiter.take("key", 3));
    expect(decisions.map((one) => one.allowed)).toEqual([true, true, true, false]);
    expect(decisions.map((one) => one.remaining)).toEqual([2, 1, 0, 0]);
    expect(decisions[3]?.resetSeconds).toBe(1);
  });

  test("allows a request again one second after the oldest one", () => {
    const { limiter, elapsed } = limiterAt(1_000);
    limiter.take("key", 1);
    elapsed.at = 1_999;
    expect(limiter.take("key", 1).allowed).toBe(false);
    elapsed.at = 2_000;
    expect(limiter.take("key", 1).allowed).toBe(true);
  });

  test("counts each key separately", () => {
    const { limiter } = limiterAt();
    limiter.take("one", 1);
    expect(limiter.take("other", 1).allowed).toBe(true);
  });

  test("keeps the newest requests when the rate of a key changes", () => {
    const { limiter, elapsed } = limiterAt();
    for (const at of [0, 200, 400]) {
      elapsed.at = at;
      limiter.take("key", 3);
    }
    expect(limiter.peek("key", 2).remaining).toBe(0);
    expect(limiter.take("key", 2).allowed).toBe(false);
    elapsed.at = 1_199;
    expect(limiter.take("key", 2).allowed).toBe(false);
    elapsed.at = 1_200;
    expect([1, 2].map(() => limiter.take("key", 2).allowed)).toEqual([true, false]);
    expect([1, 2, 3].map(() => limiter.take("key", 4).allowed)).toEqual([true, true, false]);
  });

  test("never allows more than the rate in any window of one second (property)", () => {
    const steps = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 120 });
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 6 }), (waits, rate) => {
        const { limiter, elapsed } = limiterAt();
        const passed: number[] = [];
        for (const wait of waits) {
          elapsed.at += wait;
          const inLastSecond = passed.filter((time) => time > elapsed.at - 1_000).length;
          const decision = limiter.take("key", rate);
          expect(decision.allowed).toBe(inLastSecond < rate);
          if (decision.allowed) passed.push(elapsed.at);
        }
      }),
    );
  });

  test("allows a request after resetSeconds, which is at least one after a refusal (property)", () => {
    const steps = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 6 }), (waits, rate) => {
        const { limiter, elapsed } = limiterAt();
        for (const wait of waits) {
          elapsed.at += wait;
          const { allowed, resetSeconds } = limiter.take("key", rate);
          if (allowed) continue;
          expect(resetSeconds).toBeGreaterThanOrEqual(1);
          elapsed.at += resetSeconds * 1_000;
          expect(limiter.take("key", rate).allowed).toBe(true);
        }
      }),
    );
  });
});
