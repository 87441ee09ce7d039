import { expect, test } from "bun:test";
import fc from "fast-check";
import { RowHeights } from "../../src/console/app/lib/row-heights.ts";

test("positions follow from the estimate until rows are measured", () => {
  const heights = new RowHeights(4, 100);
  expect([0, 1, 4, 9].map((index) => heights.offset(index))).toEqual([0, 100, 400, 400]);
  expect(heights.set(1, 250)).toBe(true);
  expect([1, 2, 4].map((index) => heights.offset(index))).toEqual([100, 350, 550]);
  expect([-50, 0, 99, 100, 349, 350, 9_999].map((position) => heights.at(position))).toEqual([0, 0, 0, 1, 1, 2, 3]);
});

test("a height that is known, absent or of no row changes nothing", () => {
  const heights = new RowHeights(2, 100);
  expect([heights.set(0, 100.4), heights.set(0, 0), heights.set(2, 50)]).toEqual([false, false, false]);
  expect(new RowHeights(0, 100).at(50)).toBe(0);
});

test("the row at a position contains it", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 2, max: 400 }), { minLength: 1 }), fc.nat(), (measured, position) => {
      const heights = new RowHeights(measured.length, 100);
      for (const [index, height] of measured.entries()) heights.set(index, height);
      const row = heights.at(position);
      expect(heights.offset(row)).toBeLessThanOrEqual(position);
      if (position < heights.offset(measured.length)) expect(heights.offset(row + 1)).toBeGreaterThan(position);
    }),
  );
});
