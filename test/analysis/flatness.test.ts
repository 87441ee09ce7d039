import { describe, expect, test } from "bun:test";
import { graphic } from "../../scripts/draw/graphics/graphic.ts";
import { randomFrom } from "../../scripts/lib/random.ts";
import { drawnGraphic } from "../../scripts/train/drawn-graphics.ts";
import { flatnessOf } from "../../src/analysis/flatness.ts";
import { loadSharp } from "../../src/native/load-sharp.ts";
import { draw, even, forest } from "../support/drawn-pictures.ts";

describe("flatnessOf", () => {
  test("is complete for a blank picture, and defined for a single pixel", () => {
    expect(flatnessOf(even([200, 10, 10]))).toEqual({ flat: 1, common: 1, steps: 0 });
    expect(flatnessOf({ data: Uint8Array.of(1, 2, 3), width: 1, height: 1 }).flat).toBe(1);
  });

  test("finds sharp steps between plain areas, and none in a gradient", () => {
    const stripes = flatnessOf(draw(120, 80, (x) => (Math.floor(x * 6) % 2 === 0 ? [250, 250, 250] : [10, 10, 10])));
    const gradient = flatnessOf(draw(120, 80, (x) => [255 * x, 255 * x, 255 * x]));
    expect(stripes.flat).toBeGreaterThan(0.9);
    expect(stripes.steps).toBeGreaterThan(0.3);
    expect(gradient.steps).toBe(0);
  });

  test("tells drawn slides from the grain of a wood", async () => {
    const sharp = await loadSharp(null);
    const random = randomFrom(11);
    const flats: number[] = [];
    for (let at = 0; at < 12; at++) flats.push(flatnessOf(await drawnGraphic(sharp, random)).flat);
    expect(flats.toSorted((one, other) => one - other)[6]).toBeGreaterThan(0.6);
    expect(flatnessOf(forest()).flat).toBeLessThan(0.3);
  });
});

describe("a drawn graphic", () => {
  test("is the same for the same random numbers, and needs no font", () => {
    const drawings = [1, 1, 2].map((seed) => graphic(randomFrom(seed)));
    expect(drawings[0]).toBe(drawings[1] ?? "");
    expect(drawings[0]).not.toBe(drawings[2] ?? "");
    for (const drawing of drawings) {
      expect(drawing).not.toContain("<text");
      expect(drawing).not.toContain("NaN");
    }
  });
});
