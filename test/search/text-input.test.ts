import { describe, expect, test } from "bun:test";
import { presentText, countLettersAndDigits } from "../../src/search/text-input.ts";

describe("a text without letter or digit", () => {
  test.each(["", "   ", "…!?", "🎬", "\u200b"])("counts as absent: %j", (text) => {
    expect(presentText(text)).toBeNull();
  });

  test.each(["a", "7", "雨", "ñ!"])("with one it is present: %j", (text) => {
    expect(presentText(text)).toBe(text);
  });
});

describe("substance", () => {
  test.each([
    ["aaaaaaaaaaaaaaaa", 2],
    ["1111 1111 1111", 2],
    ["a a a a a a a a a", 2],
    ["aa aaa, a", 2],
    ["all lost cause", 12],
    ["a bee eats", 8],
    ["1122 1122 1122", 12],
    ["slow, sad rain", 11],
    ["a storm, at sea", 11],
    ["............", 0],
    ["雨の夜の車の音楽が欲しい", 12],
    ["aabbccddeeff", 12],
  ])("of %j is %i", (text, expected) => {
    expect(countLettersAndDigits(text)).toBe(expected);
  });
});
