import { expect, test } from "bun:test";
import { beginsWithDigit, isNumber } from "../../src/text/digits.ts";

test("only words of digits are numbers", () => {
  expect(["90", "0", "90s", "a9", "", "½"].map(isNumber)).toEqual([true, true, false, false, false, false]);
  expect(["90s", "9", "a9", ""].map(beginsWithDigit)).toEqual([true, true, false, false]);
});
