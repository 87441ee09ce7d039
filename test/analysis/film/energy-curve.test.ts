import { describe, expect, test } from "bun:test";
import { energyCurveOf } from "../../../src/analysis/film/energy-curve.ts";
import { areRegular } from "../../../src/analysis/film/regular-cuts.ts";

const DURATION = 120;

function curve(of: (share: number) => number): readonly number[] {
  return Array.from({ length: 60 }, (_, part) => of((part + 0.5) / 60));
}

describe("the energy curve", () => {
  test.each([
    ["steady", () => 0.4],
    ["steady", (at: number) => 0.4 + 0.03 * Math.sin(40 * at)],
    ["builds", (at: number) => 0.1 + 0.8 * at],
    ["builds", (at: number) => (at < 0.5 ? 0.2 : 0.7)],
    ["falls", (at: number) => 0.9 - 0.8 * at],
    ["peaks", (at: number) => 0.2 + 0.7 * Math.exp(-(((at - 0.4) / 0.1) ** 2))],
    ["varies", (at: number) => 0.5 + 0.4 * Math.sin(20 * at)],
  ] as const)("is seen as one that %s", (shape, of) => {
    expect(energyCurveOf(curve(of), DURATION).shape).toBe(shape);
  });

  test("locates its peak and keeps the values unchanged", () => {
    const values = curve((at) => 0.2 + 0.7 * Math.exp(-(((at - 0.75) / 0.08) ** 2)));
    const found = energyCurveOf(values, DURATION);
    expect(Math.abs((found.peakAt ?? 0) - 90)).toBeLessThan(3);
    expect(found.values).toEqual(values);
  });

  test("is steady for a single lively part and for a film of seconds", () => {
    expect(
      energyCurveOf(
        curve((at) => (Math.abs(at - 0.5) < 0.009 ? 0.9 : 0.2)),
        DURATION,
      ).shape,
    ).toBe("steady");
    expect(energyCurveOf([0, 0.9, 0], 6).shape).toBe("steady");
    expect(energyCurveOf([0.5], 1)).toEqual({ shape: "steady", peakAt: null, values: [0.5] });
  });
});

describe("cuts", () => {
  test("are regular if most shots are equally long", () => {
    expect(areRegular([2.5, 5, 7.4, 10.1, 12.5])).toBe(true);
    expect(areRegular([4, 9])).toBe(true);
    expect(areRegular([2.5, 5, 7.5, 8, 10.5, 13])).toBe(true);
  });

  test("are not regular if they quicken, or if there are too few", () => {
    expect(areRegular([12, 18, 21, 23, 24, 25])).toBe(false);
    expect(areRegular([4])).toBe(false);
    expect(areRegular([])).toBe(false);
  });
});
