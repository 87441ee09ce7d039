import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type Measures, measure } from "../../src/analysis/measures.ts";
import type { Pixels } from "../../src/analysis/pixels.ts";
import { alley, draw, even, exposed, fog, forest, grain, mirrored, sunset } from "../support/drawn-pictures.ts";

const anyPicture = fc
  .record({ width: fc.integer({ min: 1, max: 24 }), height: fc.integer({ min: 1, max: 24 }) })
  .chain(({ width, height }) =>
    fc
      .uint8Array({ minLength: width * height * 3, maxLength: width * height * 3 })
      .map((data): Pixels => ({ data, width, height })),
  );

const namesIn = ({ palette }: Measures): string[] => palette.map(({ name }) => name);

describe("measure", () => {
  test("stays within its ranges for any picture", () => {
    fc.assert(
      fc.property(anyPicture, (pixels) => {
        const { brightness, palette, warmth, ...shares } = measure(pixels);
        for (const share of [...Object.values(shares), ...Object.values(brightness)]) {
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(1);
        }
        expect(Math.abs(warmth)).toBeLessThanOrEqual(1);
        expect(palette.length).toBeGreaterThan(0);
        expect(palette.length).toBeLessThanOrEqual(6);
        expect(palette.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 1);
        for (const { hex } of palette) expect(hex).toMatch(/^#[0-9a-f]{6}$/);
      }),
    );
  });

  test("is the same for a mirror image", () => {
    for (const picture of [sunset(), alley(), fog(), forest()]) {
      const [one, other] = [measure(picture), measure(mirrored(picture))];
      for (const name of ["contrast", "saturation", "warmth", "edgeDensity", "texture", "symmetry"] as const) {
        expect(other[name]).toBeCloseTo(one[name], 4);
      }
      expect(other.colourfulness).toBe(one.colourfulness);
      expect(other.skinShare).toBe(one.skinShare);
      expect(other.palette).toEqual(one.palette);
    }
  });

  test("gives a longer exposure a higher brightness", () => {
    fc.assert(
      fc.property(anyPicture, fc.double({ min: 1.05, max: 4, noNaN: true }), (pixels, factor) => {
        const brighter = measure(exposed(pixels, factor)).brightness.mean;
        expect(brighter).toBeGreaterThanOrEqual(measure(pixels).brightness.mean - 1e-9);
      }),
    );
  });

  test("gives white and black the extremes of brightness, no colour and no edges", () => {
    for (const [value, brightness] of [
      [255, 1],
      [0, 0],
    ] as const) {
      const seen = measure(even([value, value, value]));
      expect(seen.brightness.mean).toBeCloseTo(brightness, 3);
      expect([seen.contrast, seen.edgeDensity, seen.texture].map(Math.round)).toEqual([0, 0, 0]);
      expect(seen.colourfulness).toBe(0);
      expect(seen.warmth).toBeCloseTo(0, 3);
    }
  });

  test("gives half black and half white full contrast", () => {
    const halves = measure(draw(64, 64, (x) => (x < 0.5 ? [0, 0, 0] : [255, 255, 255])));
    expect(halves.contrast).toBeCloseTo(1, 2);
    expect(halves.brightness.spread).toBeCloseTo(1, 2);
    expect(halves.symmetry).toBeLessThan(0.1);
  });

  test("calls orange warm, blue cold, and green neither", () => {
    expect(measure(even([255, 140, 40])).warmth).toBeGreaterThan(0.9);
    expect(measure(even([40, 90, 180])).warmth).toBeLessThan(-0.6);
    expect(Math.abs(measure(even([60, 130, 60])).warmth)).toBeLessThan(0.2);
  });

  test("measures more texture in grain than in a gradient, and more edges in stripes", () => {
    const smooth = draw(120, 120, (x) => [200 * x, 200 * x, 200 * x]);
    const grainy = draw(120, 120, (x, y) => [128 + 60 * grain(x, y), 128 + 60 * grain(x, y), 128 + 60 * grain(x, y)]);
    const striped = draw(120, 120, (x) => (Math.floor(x * 20) % 2 === 0 ? [30, 30, 30] : [220, 220, 220]));
    expect(measure(grainy).texture).toBeGreaterThan(measure(smooth).texture + 0.3);
    expect(measure(striped).edgeDensity).toBeGreaterThan(measure(smooth).edgeDensity + 0.2);
  });

  test("names colours in plain words, the largest first", () => {
    const flag = draw(90, 60, (x) => (x < 0.5 ? [20, 40, 100] : x < 0.8 ? [240, 240, 235] : [200, 25, 30]));
    expect(namesIn(measure(flag))).toEqual(["dark blue", "white", "red"]);
    expect(namesIn(measure(fog())).every((name) => name.endsWith("grey"))).toBe(true);
    expect(namesIn(measure(forest()))[0]).toContain("green");
    expect(namesIn(measure(alley()))[0]).toBe("black");
  });

  test("measures skin tones in skin, and none in leaves", () => {
    for (const tone of [
      [224, 172, 140],
      [198, 134, 96],
      [141, 85, 54],
      [92, 56, 38],
    ] as const) {
      expect(measure(even(tone)).skinShare).toBe(1);
    }
    expect(measure(forest()).skinShare).toBeLessThan(0.05);
  });

  test("is the same for a large and a small picture of the same scene", () => {
    const at = (width: number): Measures =>
      measure(draw(width, (width * 2) / 3, (x, y) => [255 * x, 120 + 80 * Math.sin(9 * y), 200 * y]));
    const [large, small] = [at(900), at(210)];
    expect(large.brightness.mean).toBeCloseTo(small.brightness.mean, 2);
    expect(large.colourfulness).toBeCloseTo(small.colourfulness, 2);
    expect(namesIn(large)).toEqual(namesIn(small));
  });
});
