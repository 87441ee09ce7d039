import { describe, expect, test } from "bun:test";
import { recogniseConstraints } from "../../src/brief/constraints.ts";
import { readMentions } from "../../src/brief/mentions.ts";
import { readNegations } from "../../src/brief/negation.ts";
import { claim, isAllClaimed, isClaimed, passageOf, tokensWithin } from "../../src/brief/passage.ts";
import { vocabulary } from "../../src/brief/vocabulary.ts";
import { runSteps } from "../../src/lib/steps.ts";
import { readingWishes } from "../../src/brief/wishes.ts";

describe("a passage", () => {
  test("says which step claimed each word", () => {
    const passage = passageOf("No drums, 120 bpm, like Nina Zxqv, warm zxqv");
    readNegations(passage);
    recogniseConstraints(passage);
    readMentions(passage, vocabulary());
    runSteps(readingWishes(passage, vocabulary()));
    expect(passage.tokens.map(({ word }, at) => `${word}: ${passage.claimed[at] ?? "nothing"}`)).toEqual([
      "no: negation",
      "drums: wish",
      "120: constraint",
      "bpm: constraint",
      "like: name",
      "nina: name",
      "zxqv: name",
      "warm: wish",
      "zxqv: nothing",
    ]);
  });

  test("is in lower case at the same offsets, whatever the letters", () => {
    expect(passageOf("Warm PIANO").lower).toBe("warm piano");
    expect(passageOf("İzmir NIGHTS").lower).toBe("İzmir nights");
    expect(passageOf("ΟΔΟΣ NIGHTS").lower).toBe("οδοσ nights");
  });

  test("finds the words that a stretch of text touches", () => {
    const passage = passageOf("warm piano, no drums");
    expect(tokensWithin(passage, 0, 4)).toEqual([0, 1]);
    expect(tokensWithin(passage, 6, 14)).toEqual([1, 3]);
    expect(tokensWithin(passage, 4, 5)).toEqual([1, 1]);
    expect(tokensWithin(passage, 20, 30)).toEqual([0, 0]);
  });

  test("keeps a word's first claim", () => {
    const passage = passageOf("no drums please");
    claim(passage, "negation", 0, 1);
    claim(passage, "constraint", 0, 2);
    expect(passage.claimed).toEqual(["negation", "constraint", null]);
    expect(isAllClaimed(passage, 0, 2)).toBe(true);
    expect(isAllClaimed(passage, 0, 3)).toBe(false);
  });

  test("has no claims beyond its ends", () => {
    const passage = passageOf("no drums");
    claim(passage, "wish", 1, 9);
    expect(passage.claimed).toEqual([null, "wish"]);
    expect([-1, 2].map((at) => isClaimed(passage, at))).toEqual([false, false]);
  });
});
