import { describe, expect, test } from "bun:test";
import { countsByPart, meansByPart, partCountOf } from "../../../src/analysis/film/parts.ts";

describe("the parts of a film", () => {
  test("have at least two seconds each, and are at most sixty", () => {
    expect([0.04, 3.9, 4, 119, 600].map(partCountOf)).toEqual([1, 1, 2, 59, 60]);
  });

  test("have the mean of their values, or that of the nearest part with values", () => {
    const values = [
      { at: 0, value: 1 },
      { at: 1.9, value: 3 },
      { at: 6, value: 8 },
    ];
    expect(meansByPart(values, 8, 4)).toEqual([2, 2, 8, 8]);
    expect(meansByPart([], 8, 4)).toEqual([0, 0, 0, 0]);
  });

  test("count everything once, including the end of the film", () => {
    expect(countsByPart([0, 1, 2, 7.99, 8, 8.5], 8, 4)).toEqual([2, 1, 0, 3]);
  });
});
