import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { paceOf } from "../../../src/analysis/film/pace.ts";

const STILL = { cutsPerMinute: 0, motion: 0, activity: 0, flicker: 0 };

describe("pace", () => {
  test("is 0 for a still and nearly 1 for a chase", () => {
    expect(paceOf(STILL)).toBe(0);
    expect(paceOf({ cutsPerMinute: 60, motion: 60, activity: 0.4, flicker: 0 })).toBeGreaterThan(0.95);
  });

  test("grows with every input and stays between 0 and 1", () => {
    const number = fc.double({ min: 0, max: 300, noNaN: true });
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const parts = fc.record({ cutsPerMinute: number, motion: number, activity: share, flicker: share });
    const which = fc.constantFrom(...(["cutsPerMinute", "motion", "activity", "flicker"] as const));
    fc.assert(
      fc.property(parts, which, share, (one, name, more) => {
        const pace = paceOf(one);
        expect(pace).toBeGreaterThanOrEqual(0);
        expect(pace).toBeLessThanOrEqual(1);
        expect(paceOf({ ...one, [name]: one[name] + more })).toBeGreaterThanOrEqual(pace);
      }),
    );
  });
});
