import { describe, expect, test } from "bun:test";
import { toLab } from "../../src/analysis/lab.ts";
import { sunFeatures } from "../../src/analysis/sun-features.ts";
import { draw } from "../support/drawn-pictures.ts";

const SIDE = 128;
type Colour = [number, number, number];
const grey = (value: number): Colour => [value, value, value];

/** A sky with a disc of light and its halo, at a share of the width and height. */
const sun = (x: number, y: number) =>
  draw(SIDE, SIDE, (column, row) => {
    const distance = Math.hypot(column - x, row - y) * SIDE;
    return grey(distance < 7 ? 255 : Math.max(90, 240 - 6 * (distance - 7)));
  });
/** White clouds everywhere. */
const clouds = draw(SIDE, SIDE, (column, row) => grey(Math.sin(column * 19) * Math.cos(row * 23) > 0 ? 252 : 110));

const HEIGHT = 0;
/** Shares of the glare, and of it near the brightest place. */
const GLARE = -2;
const NEAR = -1;

describe("the features of the sun", () => {
  test("say how high it is, and are the same in the mirror image", () => {
    const [low, high] = [sunFeatures(toLab(sun(0.3, 0.8))), sunFeatures(toLab(sun(0.3, 0.2)))];
    expect(low.at(HEIGHT)).toBeCloseTo(0.8, 1);
    expect(high.at(HEIGHT)).toBeCloseTo(0.2, 1);
    const mirrored = sunFeatures(toLab(sun(1 - 1 / SIDE - 0.3, 0.2)));
    for (const [at, value] of mirrored.entries()) expect(value).toBeCloseTo(high[at] ?? 0, 1);
  });

  test("tell one disc of glare from white clouds", () => {
    const [disc, many] = [sunFeatures(toLab(sun(0.5, 0.3))), sunFeatures(toLab(clouds))];
    expect(disc.at(NEAR)).toBeGreaterThan(0.9);
    expect(many.at(NEAR)).toBeLessThan(0.2);
    expect(disc.at(GLARE)).toBeLessThan(many.at(GLARE) ?? 0);
  });

  test("are numbers for a black picture and for a single pixel", () => {
    for (const side of [1, SIDE]) {
      const found = sunFeatures(toLab(draw(side, side, () => grey(0))));
      expect(found).toHaveLength(20);
      expect(found.filter((value) => !Number.isFinite(value))).toEqual([]);
    }
  });
});
