import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { RateLimiter } from "../../src/keys/rate-limiter.ts";

describe("the rate limiter", () => {
  test("allows `rate` requests per second and refuses the next", () => {
    const limiter = new RateLimiter();
    const decisions = Array.from({ length: 4 }, () => limiter.take("key", 3, 1_000));
    expect(decisions.map((one) => one.allowed)).toEqual([true, true, true, false]);
    expect(decisions.map((one) => one.remaining)).toEqual([2, 1, 0, 0]);
    expect(decisions[3]?.resetSeconds).toBe(1);
  });

  test("allows a request again one second after the oldest one", () => {
    const limiter = new RateLimiter();
    limiter.take("key", 1, 1_000);
    expect(limiter.take("key", 1, 1_999).allowed).toBe(false);
    expect(limiter.take("key", 1, 2_000).allowed).toBe(true);
  });

  test("counts each key separately", () => {
    const limiter = new RateLimiter();
    limiter.take("one", 1, 0);
    expect(limiter.take("other", 1, 0).allowed).toBe(true);
  });

  test("refuses no key after the clock is set back", () => {
    const limiter = new RateLimiter();
    const hour = 3_600_000;
    for (let count = 0; count < 3; count += 1) limiter.take("key", 3, hour);
    expect(limiter.take("key", 3, hour).allowed).toBe(false);
    expect([1, 2, 3, 4].map(() => limiter.take("key", 3, 500).allowed)).toEqual([true, true, true, false]);
    expect(limiter.take("key", 3, 1_500).allowed).toBe(true);
  });

  test("never allows more than the rate in any window of one second (property)", () => {
    const steps = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 120 });
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 6 }), (waits, rate) => {
        const limiter = new RateLimiter();
        let now = 0;
        const passed: number[] = [];
        for (const wait of waits) {
          now += wait;
          const inLastSecond = passed.filter((time) => time > now - 1_000).length;
          const decision = limiter.take("key", rate, now);
          expect(decision.allowed).toBe(inLastSecond < rate);
          if (decision.allowed) passed.push(now);
        }
      }),
    );
  });

  test("allows a request after resetSeconds, which is at least one after a refusal (property)", () => {
    const steps = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 6 }), (waits, rate) => {
        const limiter = new RateLimiter();
        let now = 0;
        for (const wait of waits) {
          now += wait;
          const { allowed, resetSeconds } = limiter.take("key", rate, now);
          if (allowed) continue;
          expect(resetSeconds).toBeGreaterThanOrEqual(1);
          now += resetSeconds * 1_000;
          expect(limiter.take("key", rate, now).allowed).toBe(true);
        }
      }),
    );
  });
});
