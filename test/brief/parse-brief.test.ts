import { describe, expect, test } from "bun:test";
import { parseBrief } from "../../src/brief/parse-brief.ts";

describe("reading a brief", () => {
  test("accepts a span of years with either year first", () => {
    const { constraints } = parseBrief({ query: "released between 2010 and 1990", context: null });
    expect(constraints).toMatchObject([{ kind: "released", fromYear: 1990, toYear: 2010 }]);
  });

  test("leaves joining words out of a wish", () => {
    const { wanted } = parseBrief({ query: "driving and dark", context: null });
    expect(new Set(wanted.flatMap((wish) => wish.from))).toEqual(new Set(["driving", "dark"]));
  });

  test("returns an empty brief for empty texts", () => {
    const nothing = {
      wanted: [],
      avoided: [],
      constraints: [],
      mentions: [],
      text: [],
      said: [],
      ignored: [],
      corrected: [],
    };
    expect(parseBrief({ query: null, context: null })).toEqual(nothing);
    expect(parseBrief({ query: "  ", context: "" })).toEqual(nothing);
  });

  test("lets the query win where the context contradicts it", () => {
    const { wanted } = parseBrief({ query: "energetic", context: "calm, gentle, slow, warm" });
    const [energetic, warm, ...contraries] = ["energetic", "warm", "calm", "slow"].map(
      (name) => wanted.find((wish) => wish.name === name)?.weight ?? 0,
    );
    expect(contraries.every((weight) => weight < (warm ?? 0) / 2)).toBe(true);
    expect(energetic).toBeGreaterThan(2 * contraries.reduce((sum, weight) => sum + weight, 0));
  });

  test("does not let the context avoid what the query wants", () => {
    const { wanted, avoided } = parseBrief({ query: "upbeat drums", context: "no drums, no brass" });
    expect(wanted.map(({ name }) => name)).toEqual(["upbeat", "drums"]);
    expect(avoided.map(({ name }) => name)).toEqual(["brass"]);
  });

  test("gives the query's wishes more weight than the context's", () => {
    const { wanted } = parseBrief({ query: "happy", context: "sad" });
    const weight = (name: string): number => wanted.find((wish) => wish.name === name)?.weight ?? 0;
    expect(weight("happy")).toBeGreaterThan(weight("sad"));
  });

  test("gives a repeated wish more weight, and a hinted one less", () => {
    const weight = (query: string): number =>
      parseBrief({ query, context: null }).wanted.find((wish) => wish.name === "sad")?.weight ?? 0;
    expect(weight("sad, so sad")).toBeGreaterThan(weight("sad"));
    expect(weight("slightly sad")).toBeLessThan(weight("sad"));
    expect(weight("very sad")).toBeGreaterThan(weight("sad"));
  });

  test("ignores talk about the job, and reports it in the client's words", () => {
    const brief = parseBrief({
      query: "Tense strings. We need this by Friday, the budget is small. Thanks!",
      context: null,
    });
    expect(brief.wanted.map((wish) => wish.name).toSorted()).toEqual(["strings", "tense"]);
    expect(brief.text).toEqual([]);
    expect(brief.ignored).toEqual(["We need this by Friday", "the budget is small", "Thanks"]);
  });

  test("names the words that led to a wish and to a constraint", () => {
    const brief = parseBrief({ query: "A Nail-Biting cue, NO vocals", context: null });
    expect(brief.wanted.find((wish) => wish.name === "tense")?.from).toEqual(["Nail-Biting"]);
    expect(brief.constraints[0]?.from).toEqual(["NO vocals"]);
  });

  test("never looks for a word that was negated", () => {
    const { text } = parseBrief({ query: "a song without lanterns or umbrellas", context: null });
    for (const word of ["lanterns", "umbrellas"])
      expect(text.find((term) => term.word === word)?.weight).toBeLessThan(0);
  });
});
