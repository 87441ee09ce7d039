import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { joinTagParts, tagKey, tagPartsOf } from "../../src/text/keys.ts";
import { words } from "../../src/text/words.ts";

describe("the words of a text", () => {
  test.each([
    ["summer🌞vibes 🎹piano", ["summer", "vibes", "piano"]],
    ["𐌰𐌱 and 𝕏", ["𐌰𐌱", "and", "x"]],
    ["don't lo-fi", ["dont", "lo", "fi", "lofi"]],
    ["Ａ half \ud83c pair", ["a", "half", "pair"]],
    ["Straße, ÉTÉ", ["strasse", "ete"]],
  ])("of %j are %j", (text, expected) => {
    expect(words(text)).toEqual(expected);
  });
});

describe("the key of a tag", () => {
  const word = fc.constantFrom("Electronic", "music", "and", "drums", "D’Angelo's", "lo-fi", "ß", "Été", "808", "♪");

  test("is the key of its words' parts, one after the other", () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (tag) => {
        expect(joinTagParts(tag.flatMap(tagPartsOf))).toBe(tagKey(tag.join(" ")));
      }),
    );
  });
});
