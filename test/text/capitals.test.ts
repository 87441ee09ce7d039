import { expect, test } from "bun:test";
import { isCapitalAt } from "../../src/text/capitals.ts";

test.each(["A", "Z", "Éa", "Ж", "Σ"])("%j begins with a capital", (text) => expect(isCapitalAt(text, 0)).toBe(true));

test.each(["a", "z", "é", "1", " A", "-", "", "ß", "漢"])("%j begins without one", (text) =>
  expect(isCapitalAt(text, 0)).toBe(false),
);

test("the letter at the offset counts", () => expect(isCapitalAt("the Élan", 4)).toBe(true));
