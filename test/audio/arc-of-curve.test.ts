import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { CURVE_PARTS } from "../../schema/wire/audio-facts.ts";
import { arcOfCurve } from "../../src/audio/arc-of-curve.ts";

/** A curve through these levels, evenly spaced. */
function through(...levels: readonly number[]): number[] {
  return Array.from({ length: CURVE_PARTS }, (_, part) => {
    const at = (part / (CURVE_PARTS - 1)) * (levels.length - 1);
    const [low, high] = [levels[Math.floor(at)] ?? 0, levels[Math.ceil(at)] ?? 0];
    return low + (high - low) * (at % 1);
  });
}

function withParts(curve: readonly number[], parts: Readonly<Record<number, number>>): number[] {
  return curve.map((level, part) => parts[part] ?? level);
}

describe("the arc of a loudness curve", () => {
  test.each([
    ["rising", [-30, -12]],
    ["rising", [-40, -34, -20, -10]],
    ["falling", [-12, -30]],
    ["falling", [-10, -14, -40]],
    ["arch", [-24, -12, -24]],
    ["arch", [-20, -18, -10, -22]],
    ["steady", [-12, -12]],
    ["steady", [-12, -13, -12.5, -12]],
  ] as const)("is %s through the levels %j", (arc, levels) => expect(arcOfCurve(through(...levels))).toBe(arc));

  test("is not that of an intro, a fade or one break", () => {
    const level = through(-12, -12);
    expect(arcOfCurve(withParts(level, { 15: -35 }))).toBe("steady");
    expect(arcOfCurve(withParts(level, { 0: -30 }))).toBe("steady");
    expect(arcOfCurve(withParts(level, { 0: -30, 1: -30, 2: -30, 3: -28 }))).toBeNull();
    expect(arcOfCurve(withParts(level, { 8: -30 }))).toBeNull();
  });

  test("is unknown between the others", () => {
    for (const curve of [through(-15, -11.5), through(-12, -20, -12), through(-12, -24, -12, -24, -12)])
      expect(arcOfCurve(curve)).toBeNull();
  });

  test("is rising despite a short drop before the end, and not after a long one", () => {
    const rise = through(-32, -12);
    expect(arcOfCurve(withParts(rise, { 11: -30 }))).toBe("rising");
    expect(arcOfCurve(withParts(rise, { 8: -40, 9: -40, 10: -40, 11: -40 }))).toBeNull();
  });

  test("does not depend on the level, and turns around with the curve", () => {
    const curves = fc.array(fc.integer({ min: -60, max: -6 }), {
      minLength: CURVE_PARTS,
      maxLength: CURVE_PARTS,
    });
    const TURNED = { rising: "falling", falling: "rising", arch: "arch", steady: "steady" } as const;
    fc.assert(
      fc.property(curves, (curve) => {
        const arc = arcOfCurve(curve);
        expect(arcOfCurve(curve.toReversed())).toBe(arc === null ? null : TURNED[arc]);
        expect(arcOfCurve(curve.map((level) => level - 8))).toBe(arc);
      }),
    );
  });
});
