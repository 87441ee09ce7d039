import { describe, expect, test } from "bun:test";
import type { Brief, WishOverride } from "../../../schema/brief.ts";
import { parseBrief } from "../../../src/brief/parse-brief.ts";
import { overrideWishes } from "../../../src/brief/turns/override-wishes.ts";
import { vocabulary } from "../../../src/brief/vocabulary.ts";
import { describeConstraint } from "../../../src/ranking/describe-constraint.ts";

function changed(query: string, ...overrides: readonly WishOverride[]): Brief {
  return overrideWishes(parseBrief({ query, context: null }), overrides, vocabulary());
}

const namesIn = (wishes: Brief["wanted"]): string[] => wishes.map(({ name }) => name).toSorted();
const constraintsOf = ({ constraints }: Brief): string[] => constraints.map(describeConstraint).toSorted();
const weightOf = ({ wanted, avoided }: Brief, name: string): number | undefined =>
  [...wanted, ...avoided].find((wish) => wish.name === name)?.weight;

describe("an override", () => {
  test("removes a wish", () => {
    const brief = changed("warm piano", { id: "mood/warm", polarity: "removed" });
    expect(namesIn(brief.wanted)).toEqual(["piano"]);
    expect(brief.unusedOverrides).toBeUndefined();
  });

  test("weighs a wish and keeps its polarity", () => {
    expect(weightOf(changed("warm piano", { id: "mood/warm", weight: 0.2 }), "warm")).toBe(0.2);
    const refused = changed("piano, less strings", { id: "instrument/strings", weight: 1 });
    expect(namesIn(refused.avoided)).toEqual(["strings"]);
    expect(weightOf(refused, "strings")).toBe(1);
  });

  test("avoids what was wanted", () => {
    const brief = changed("warm piano", { id: "mood/warm", polarity: "avoided" });
    expect([namesIn(brief.wanted), namesIn(brief.avoided), constraintsOf(brief)]).toEqual([["piano"], ["warm"], []]);
  });

  test("turns a wish into a constraint, and back", () => {
    const must = changed("warm piano", { id: "mood/warm", polarity: "must" });
    expect([namesIn(must.wanted), constraintsOf(must)]).toEqual([["piano", "warm"], ["tagged warm"]]);
    const back = overrideWishes(must, [{ id: "mood/warm", polarity: "wanted" }], vocabulary());
    expect(constraintsOf(back)).toEqual([]);
    const not = changed("warm piano", { id: "mood/warm", polarity: "must_not" });
    expect([namesIn(not.wanted), namesIn(not.avoided), constraintsOf(not)]).toEqual([
      ["piano"],
      ["warm"],
      ["not tagged warm"],
    ]);
  });

  test("excludes an instrument with all kinds of it", () => {
    const [exclusion] = changed("warm strings", { id: "instrument/strings", polarity: "must_not" }).constraints;
    expect(exclusion).toMatchObject({ kind: "excluded", facet: "instrument", name: "strings" });
    expect(exclusion?.kind === "excluded" && exclusion.kin.includes("violin")).toBe(true);
  });

  test("requires an instrument of any kind", () => {
    const [tagged] = changed("guitar", { id: "instrument/guitar", polarity: "must" }).constraints;
    expect(tagged).toMatchObject({ kind: "tagged", want: "with", facet: "instrument", name: "guitar" });
    expect(tagged?.kind === "tagged" && tagged.names.includes("electric guitar")).toBe(true);
  });

  test("takes back a refusal with its constraint", () => {
    const brief = changed("piano, no strings", { id: "instrument/strings", polarity: "removed" });
    expect([namesIn(brief.avoided), constraintsOf(brief)]).toEqual([[], []]);
    const wanted = changed("piano, no strings", { id: "instrument/strings", polarity: "wanted" });
    expect([namesIn(wanted.wanted), constraintsOf(wanted)]).toEqual([["piano", "strings"], []]);
  });

  test("adds a tag that was not understood", () => {
    const brief = changed(
      "warm piano",
      { id: "genre/jazz", polarity: "wanted" },
      { id: "mood/own tag", polarity: "must", weight: 0.4 },
    );
    expect(namesIn(brief.wanted)).toEqual(["jazz", "own tag", "piano", "warm"]);
    expect([weightOf(brief, "jazz"), weightOf(brief, "own tag")]).toEqual([0.9, 0.4]);
    expect(constraintsOf(brief)).toEqual(["tagged own tag"]);
  });

  test("removes a constraint, a name, a word and an arc", () => {
    const brief = changed(
      "120 bpm, no vocals, like Nina Simone, zanzibar, starts small and ends huge",
      { id: "constraint/tempo", polarity: "removed" },
      { id: "constraint/vocals", polarity: "removed" },
      { id: "like/nina simone", polarity: "removed" },
      { id: "word/zanzibar", polarity: "removed" },
      { id: "arc/rising", polarity: "removed" },
    );
    expect(brief.unusedOverrides).toBeUndefined();
    expect([brief.constraints, brief.mentions, brief.arcs]).toEqual([[], [], []]);
    expect(brief.text.map(({ word }) => word)).not.toContain("zanzibar");
    expect(brief.avoided.filter(({ isEvidence }) => isEvidence === true)).toEqual([]);
  });

  test("weighs and refuses a word", () => {
    const term = (override: WishOverride) => changed("zanzibar", override).text.find(({ word }) => word === "zanzibar");
    expect(term({ id: "word/zanzibar", weight: 0.25 })?.weight).toBe(0.25);
    expect(term({ id: "word/zanzibar", weight: 0.25, polarity: "avoided" })?.weight).toBe(-0.25);
  });

  test.each<WishOverride>([
    { id: "mood/calm", polarity: "removed" },
    { id: "mood/calm", weight: 0.5 },
    { id: "constraint/key", polarity: "removed" },
    { id: "constraint/tempo", weight: 0.5 },
    { id: "word/nothing", polarity: "removed" },
    { id: "word/zanzibar", polarity: "must" },
    { id: "arc/rising", weight: 0.5 },
    { id: "colour/red", polarity: "wanted" },
    { id: "mood/", polarity: "wanted" },
    { id: "nonsense", polarity: "removed" },
  ])("%j of something that the brief does not have changes nothing and is listed", (override) => {
    const plain = parseBrief({ query: "zanzibar at 120 bpm", context: null });
    expect(overrideWishes(plain, [override], vocabulary())).toEqual({ ...plain, unusedOverrides: [override.id] });
  });
});
