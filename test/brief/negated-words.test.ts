import { describe, expect, test } from "bun:test";
import { parseBrief } from "../../src/brief/parse-brief.ts";

const BEFORE = `We are looking for music for the title sequence of our series. It should be warm and handmade, with an upright
bass, brushes and a Rhodes, and it should feel like early morning in a small kitchen.`;
const AFTER = "The groove can be loose. We like dusty recordings, small rooms and players who listen to each other.";

function refusedWords(brief: string): readonly string[] {
  return parseBrief({ query: brief, context: null })
    .text.filter(({ weight }) => weight < 0)
    .map(({ word }) => word);
}

describe("negated words of a long text", () => {
  test.each([
    "Nothing stands in them.",
    "Nobody tells the truth here.",
    "En la casa no hay nadie.",
    "Don't bother explaining the seasons, pls.",
  ])("that are everyday words are not refused: %p", (sentence) => {
    expect(refusedWords(`${BEFORE} ${sentence} ${AFTER}`)).toEqual([]);
  });

  test("that no language has are refused, because they can be a studio's own", () => {
    expect(refusedWords(`${BEFORE} No blorptronica, pls. ${AFTER}`)).toEqual(["blorptronica"]);
  });

  test("are still refused in a short text", () => {
    expect(refusedWords("sad piano, no wardrobe pls")).toEqual(["wardrobe"]);
  });
});
