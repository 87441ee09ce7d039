import { describe, expect, test } from "bun:test";
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
