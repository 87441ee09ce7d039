import { expect, test } from "bun:test";
import { cutLength } from "../../src/console/app/catalog/cut-length.ts";

test("the length of a cut has at most two decimals, in every step", () => {
  for (let hundredths = 500; hundredths <= 30_000; hundredths += 1) {
    expect(String(cutLength(hundredths / 100))).toMatch(/^\d+(\.\d{1,2})?$/);
  }
  expect(cutLength(19.9)).toBe(19.9);
  expect(cutLength(19.904)).toBe(19.9);
});

test("the length of a cut is 30 seconds by default, and from 5 to 300 seconds", () => {
  expect([null, 0, 1_000].map(cutLength)).toEqual([30, 5, 300]);
});
