import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { withJitter } from "../../src/jobs/retry-policy.ts";

test("jitter makes a wait longer by up to its share, and never shorter", () => {
  expect([withJitter(1_000, 0.1, () => 0), withJitter(1_000, 0.1, () => 0.5)]).toEqual([1_000, 1_050]);
  fc.assert(
    fc.property(fc.nat(1e9), fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (delayMs, chance) => {
      const wait = withJitter(delayMs, 0.2, () => chance);
      return wait >= delayMs && wait <= Math.round(delayMs * 1.2);
    }),
  );
});
