import { describe, expect, test } from "bun:test";
import { askingSentence } from "../../src/cli/asking-sentence.ts";

const PARTS = [
  { kind: "scene", text: "The piano is out of tune. She plays\n\nanyway." },
  { kind: "direction", text: "We want warm piano here. No pianos at\nall in the end! A slow waltz?" },
];

describe("the sentence that asks for a wish", () => {
  test.each([
    [["warm"], "We want warm piano here."],
    [["piano"], "We want warm piano here."],
    [["out of tune"], "The piano is out of tune."],
    [["at\nall"], "No pianos at all in the end!"],
    [["funeral", "waltz"], "A slow waltz?"],
    [["plays"], "She plays"],
  ])("for %j is %j", (from, sentence) => {
    expect(askingSentence(from, PARTS)).toBe(sentence);
  });

  test("is missing if no sentence has the words as entire words", () => {
    for (const from of [["funeral"], ["pian"], ["war"], [""], []]) expect(askingSentence(from, PARTS)).toBeNull();
    expect(askingSentence(["warm"], [])).toBeNull();
  });

  test("is cut around the words if it is long", () => {
    const text = `${"and then she walks on ".repeat(10)}with a felt piano ${"and then she sits down ".repeat(10)}`;
    const cut = askingSentence(["felt piano"], [{ kind: "direction", text }]) ?? "";
    expect(cut).toMatch(/^….* with a felt piano and .*…$/);
    expect(cut.length).toBeLessThanOrEqual(82);
    const start = askingSentence(["and then"], [{ kind: "direction", text }]);
    expect(start).toMatch(/^and then she walks .*…$/);
  });

  test.each([
    ["words", `${"and/".repeat(500)}piano`],
    ["letters of two code units", `${"𝕒/".repeat(500)}piano${"/𝕒".repeat(500)}`],
  ])("is cut in a long sentence of %s without spaces too", (_name, text) => {
    const cut = askingSentence(["piano"], [{ kind: "direction", text }]) ?? "";
    expect(cut).toContain("piano");
    expect(cut.length).toBeLessThanOrEqual(82);
    expect(cut.isWellFormed()).toBe(true);
  });
});
