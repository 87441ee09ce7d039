import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { isLongerThan, lengthOf, toNormalForm } from "../../src/lib/to-normal-form.ts";
import { longestRunOfMarks, marks } from "../support/marks.ts";

const FORMS = ["NFC", "NFD", "NFKC", "NFKD"] as const;

describe("a normal form", () => {
  test("is that of the language for every text without long runs of marks", () => {
    const unit = fc.constantFrom(
      "a",
      "é",
      "e\u0301",
      "가",
      "ﬁ",
      "\u0316",
      "\u0300",
      "\u0344",
      "ｶ",
      "\uff9e",
      "🎬",
      " ",
    );
    const texts = fc.array(unit, { maxLength: 60 }).map((units) => units.join(""));
    fc.assert(
      fc.property(
        texts.filter((text) => longestRunOfMarks(text) < 30),
        fc.constantFrom(...FORMS),
        (text, form) => {
          expect(toNormalForm(text, form)).toBe(text.normalize(form));
        },
      ),
    );
  });

  test("of a long run of marks keeps each of them", () => {
    const text = `e${"\u0316".repeat(1_000)}z`;
    for (const form of FORMS) expect(toNormalForm(text, form)).toBe(text);
  });

  test("knows every character that becomes a mark", () => {
    const missed: string[] = [];
    for (let code = 0; code <= 0x1_ffff; code++) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const character = String.fromCodePoint(code);
      const isMark = longestRunOfMarks(character.normalize("NFKD").slice(0, 1)) === 1;
      // These two begin with a mark that is never reordered.
      const isLater = character === "\u0e33" || character === "\u0eb3";
      if (isMark && !isLater && longestRunOfMarks(character) === 0) missed.push(character);
    }
    expect(missed).toEqual([]);
  });
});

describe("the length of a text", () => {
  test("is counted in code points after NFC", () => {
    expect(lengthOf("e\u0301")).toBe(1);
    expect(lengthOf("🎬🎬")).toBe(2);
    expect(lengthOf("")).toBe(0);
    expect(lengthOf(marks(1_999))).toBe(1_999);
  });

  test.each([
    ["abc", 3, false],
    ["abcd", 3, true],
    ["\u03b1\u0313\u0300\u0345".repeat(3), 3, false],
    ["\u{11099}\u{110ba}".repeat(3), 3, false],
    ["🎬".repeat(4), 3, true],
    ["a".repeat(25), 3, true],
  ])("%j is longer than %i: %j", (text, max, expected) => {
    expect(isLongerThan(text, max)).toBe(expected);
  });
});
