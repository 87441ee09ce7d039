import { describe, expect, test } from "bun:test";
import { parseBrief } from "../../../src/brief/parse-brief.ts";

const STORY =
  "INT. HOSPITAL CORRIDOR - NIGHT. Marta sits on a plastic chair with her coat still on. A doctor comes out, looks at her and " +
  "shakes his head. She nods, says thank you, and walks past the vending machine to the exit. Outside it has started to snow and " +
  "nobody is there to pick her up.";

/** Returns the weights of the wishes that a query states beside a long context. */
function stated(query: string): Record<string, number> {
  const { wanted } = parseBrief({ query, context: STORY });
  return Object.fromEntries(wanted.filter(({ weight }) => weight >= 0.85).map(({ name, weight }) => [name, weight]));
}

describe("a short query beside a long context", () => {
  test.each([
    ["tango", ["tango"]],
    ["Tango", ["tango"]],
    ["warm piano", ["piano", "warm"]],
    ["Warm Piano", ["piano", "warm"]],
    ["sad strings", ["sad", "strings"]],
    ["rock", ["rock"]],
    ["house", ["house"]],
    ["Drum and Bass", ["drum and bass"]],
    ["warmes Klavier", ["piano", "warm"]],
    ["piano chaud", ["piano", "warm"]],
    ["piano cálido", ["piano", "warm"]],
    ["pianoforte caldo", ["piano", "warm"]],
    ["piano quente", ["piano", "warm"]],
  ])("is a direction if it consists of musical terms: %j", (query, names) => {
    expect(Object.keys(stated(query)).toSorted()).toEqual([...names]);
  });

  test("refuses what it says no to", () => {
    const { avoided } = parseBrief({ query: "no piano", context: STORY });
    expect(avoided.map(({ name }) => name)).toContain("piano");
  });

  test.each([
    "Final invoice",
    "episode 3",
    "The Last Waltz",
    "House of Cards",
    "Golden Hour",
    "Winter",
    "spring campaign",
  ])("can be a title or about the job if it has other words, or names no music: %j", (query) => {
    expect(stated(query)).toEqual({});
  });
});
