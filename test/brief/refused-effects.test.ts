import { describe, expect, test } from "bun:test";
import { parseBrief } from "../../src/brief/parse-brief.ts";

function avoided(query: string): string[] {
  return parseBrief({ query, context: null }).avoided.map(({ name }) => name);
}

describe("a refused effect", () => {
  test.each([
    ["No jump-scare stinger", ["jingle"]],
    ["no jump scares", []],
    ["no scary whooshes", ["risers"]],
    ["no epic risers", ["risers"]],
    ["no cinematic hits", ["impacts"]],
    ["no comedy sound effects", ["sound effects"]],
    ["keine Horror-Stinger", ["jingle"]],
    ["pas d'effets de film d'horreur", []],
    ["sin golpes de terror", []],
  ])("refuses no mood: %s", (query, names) => {
    expect(avoided(query)).toEqual([...names]);
  });
});

describe("a refusal without an effect", () => {
  test.each([
    ["no horror", "horror"],
    ["no sad piano", "sad"],
    ["no sad hits", "sad"],
    ["no whooshes, nothing dark", "dark"],
  ])("refuses the mood: %s", (query, mood) => {
    expect(avoided(query)).toContain(mood);
  });
});
