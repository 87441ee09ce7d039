import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { dropPosition, shiftOf } from "../../src/console/app/shortlists/row-drag.ts";

const rows = [0, 110, 220, 330].map((top) => ({ top, height: 100 }));

describe("a dragged row", () => {
  test("passes the rows whose middle it covers", () => {
    expect([0, 59, 61, 170, 171, 900].map((distance) => dropPosition(rows, 0, distance))).toEqual([0, 0, 1, 1, 2, 3]);
    expect([-59, -61, -170, -900].map((distance) => dropPosition(rows, 3, distance))).toEqual([3, 2, 2, 0]);
  });

  test("is dropped inside the list, and nearer to the end the further it is dragged", () => {
    const heights = fc.array(fc.integer({ min: 20, max: 300 }), { minLength: 1, maxLength: 12 });
    const distances = fc.tuple(fc.integer({ min: -4_000, max: 4_000 }), fc.integer({ min: 0, max: 500 }));
    fc.assert(
      fc.property(heights, fc.nat(), distances, (list, start, [distance, more]) => {
        const from = start % list.length;
        const places = list.map((height, index) => ({
          top: list.slice(0, index).reduce((sum, one) => sum + one + 8, 0),
          height,
        }));
        const to = dropPosition(places, from, distance);
        expect(to).toBeGreaterThanOrEqual(0);
        expect(to).toBeLessThan(list.length);
        expect(dropPosition(places, from, distance + more)).toBeGreaterThanOrEqual(to);
        expect(dropPosition(places, from, 0)).toBe(from);
      }),
    );
  });

  test("lets the rows that it passes make way", () => {
    const drag = { from: 0, to: 2, distance: 180, height: 110 };
    expect([0, 1, 2, 3].map((index) => shiftOf(drag, index))).toEqual([180, -110, -110, 0]);
    expect([0, 1, 2, 3].map((index) => shiftOf({ ...drag, from: 3, to: 1 }, index))).toEqual([0, 110, 110, 180]);
    expect(shiftOf(null, 1)).toBe(0);
  });
});
