import { expect, test } from "bun:test";
import { contradicts, lengthOf } from "../../src/audio/contradicts.ts";

test.each<[number, number, boolean]>([
  [183.2, 183.2, false],
  [182.3, 183.2, false],
  [179.6, 183.2, false],
  [179.4, 183.2, true],
  [60, 183.2, true],
  [1.2, 2.1, false],
  [0.9, 2, true],
  [200, 183.2, true],
])("a measured length of %p s contradicts a stated one of %p s: %p", (measured, stated, isWrong) => {
  expect(contradicts(measured, stated)).toBe(isWrong);
});

test.each<[number | null, number | null, number | null]>([
  [null, null, null],
  [183.2, null, 183.2],
  [null, 12, 12],
  [183.2, 182.9, 183.2],
  [183.2, 12, 12],
])("a stated length of %p s and a measured one of %p s show %p s", (stated, measured, shown) => {
  expect(lengthOf(stated, measured)).toBe(shown);
});
