import { expect, test } from "bun:test";
import fc from "fast-check";
import { beginningsOf, beginningsOfForms } from "../../src/text/beginnings.ts";
import { tokenise } from "../../src/text/tokens.ts";

function beginsAt(keys: readonly string[], text: string, at = 0): boolean {
  return beginningsOf(keys, ({ word }) => word)(tokenise(text), at);
}

test("a phrase begins where words join to a key or to its beginning, without 'and'", () => {
  expect(beginsAt(["hiphop"], "hip hop")).toBe(true);
  expect(beginsAt(["hiphop"], "some hip-hop", 1)).toBe(true);
  expect(beginsAt(["drumbass"], "drum and bass")).toBe(true);
  expect(beginsAt(["melancholicguitar"], "melancholic guitar solo")).toBe(true);
  expect(beginsAt(["lofi"], "lo fi beats to study to")).toBe(true);
});

test("no phrase of several words begins at a key of one word, across a comma, or where other letters follow", () => {
  expect(beginsAt(["drum"], "drum")).toBe(false);
  expect(beginsAt(["hiphop"], "hip, hop")).toBe(false);
  expect(beginsAt(["hiphop"], "hip")).toBe(false);
  expect(beginsAt(["melancholic"], "melancholic guitar")).toBe(true);
  expect(beginsAt(["melody"], "melancholic guitar")).toBe(false);
});

test("the beginning of no phrase is missed", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "é"), minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(fc.array(word, { minLength: 2, maxLength: 4 }), fc.array(word, { maxLength: 3 }), (phrase, others) => {
      const words = tokenise(phrase.join(" ")).map((token) => token.word);
      expect(beginsAt([...others, words.join("")], [...phrase, ...others].join(" "))).toBe(true);
    }),
  );
});

test("forms of words are compared as they are, with 'and'", () => {
  const tokens = tokenise("rock and roll, rock roll");
  const begins = beginningsOfForms(["rocandrol", "baterí"]);
  const forms = ["roc", "and", "rol", "roc", "rol"];
  expect([0, 1, 2, 3, 4].map((at) => begins(forms, tokens, at))).toEqual([true, false, false, false, false]);
});
