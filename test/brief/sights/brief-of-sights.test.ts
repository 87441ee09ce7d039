import { describe, expect, test } from "bun:test";
import type { Brief } from "../../../schema/brief.ts";
import type { Analysis } from "../../../schema/wire/analysis.ts";
import { parseBrief } from "../../../src/brief/parse-brief.ts";
import { briefOfSights } from "../../../src/brief/sights/brief-of-sights.ts";
import { vocabulary } from "../../../src/brief/vocabulary.ts";
import { film, picture, sure } from "../../support/analyses.ts";
import { COLOURLESS_PICTURES } from "./colourless-pictures.ts";
import { CHASE, FILMS } from "./films.ts";
import type { SightCase } from "./sight-case.ts";
import { DARK_ALLEY, PICTURES, SUNSET_BEACH, WET_ALLEY } from "./pictures.ts";
import { TOGETHER } from "./together.ts";

const SUITE: Readonly<Record<string, readonly SightCase[]>> = {
  "a picture": PICTURES,
  "a picture without colours": COLOURLESS_PICTURES,
  "a film": FILMS,
  "pictures, film and text": TOGETHER,
};

for (const [topic, cases] of Object.entries(SUITE)) {
  describe(`the brief of ${topic}`, () => {
    for (const looked of cases) {
      const said = looked.query === undefined ? "" : ` with "${looked.query}"`;
      test(`asks for what suits: ${looked.what}${said}`, () => check(looked));
    }
  });
}

describe("a brief with pictures", () => {
  const weightOf = ({ wanted }: Brief, name: string): number => wanted.find((wish) => wish.name === name)?.weight ?? 0;

  test("is the text's brief without assets", () => {
    const text = parseBrief({ query: "tense piano, no vocals", context: null });
    expect(briefOfSights([], text, vocabulary())).toBe(text);
  });

  test("names what was seen for each wish, and a scene before its parts", () => {
    const brief = briefOf([WET_ALLEY]);
    for (const wish of brief.wanted) expect(wish.seen).toEqual(wish.from);
    expect(brief.wanted.find(({ name }) => name === "melancholic")?.from[0]).toBe("wet street at night");
    expect(brief.seen?.words).not.toContain("night");
  });

  test("has the text's constraints, and none from pictures", () => {
    expect(briefOf([CHASE]).constraints).toEqual([]);
    const { constraints } = briefOf([CHASE, DARK_ALLEY], "no vocals, 120 bpm");
    expect(constraints.map(({ kind }) => kind).toSorted()).toEqual(["tempo", "vocals"]);
  });

  test("never weighs a picture above the client's words", () => {
    const brief = briefOf([SUNSET_BEACH], "upbeat");
    const said = weightOf(brief, "upbeat");
    const seen = brief.wanted.filter((wish) => wish.name !== "upbeat");
    expect(seen.length).toBeGreaterThan(3);
    for (const wish of seen) expect(wish.weight).toBeLessThan(said);
    expect(seen.reduce((sum, { weight }) => sum + weight, 0)).toBeLessThanOrEqual(said);
  });

  test("keeps the client's words for a wish that a picture shares", () => {
    const dark = briefOf([DARK_ALLEY], "dark").wanted.find(({ name }) => name === "dark");
    expect(dark?.from[0]).toBe("dark");
    expect(dark?.seen).toContain("dark street at night");
    expect(dark?.seen).not.toContain("dark");
    expect(dark?.weight).toBeGreaterThan(0.9);
  });

  test("has no contrary tags that the client wants", () => {
    const brief = briefOf([DARK_ALLEY], "happy");
    const against = brief.wanted.filter(({ seen }) => seen !== undefined).flatMap(({ kin }) => kin);
    expect(against.filter(({ name, weight }) => name === "happy" && weight < 0)).toEqual([]);
  });

  test("counts a picture that was uploaded twice once", () => {
    const brief = briefOf([SUNSET_BEACH, { ...SUNSET_BEACH }, structuredClone(SUNSET_BEACH)]);
    expect(brief).toEqual(briefOf([SUNSET_BEACH]));
    expect(brief.seen?.assets.length).toBe(1);
  });

  test("gives more weight to what several assets share", () => {
    const both = briefOf([SUNSET_BEACH, { ...SUNSET_BEACH, brightness: 0.49 }, DARK_ALLEY]);
    expect(weightOf(both, "warm")).toBeGreaterThan(1.3 * weightOf(both, "dark"));
    expect(weightOf(briefOf([DARK_ALLEY]), "dark")).toBeGreaterThan(weightOf(both, "dark"));
  });

  test("follows a more certain head further", () => {
    const at = (confidence: number): number =>
      weightOf(briefOf([picture({ weather: sure("rain", confidence) })]), "melancholic");
    expect(at(0.95)).toBeGreaterThan(at(0.6));
    expect(at(0.2)).toBe(0);
  });

  test("prefers the tempo of music in the film, its half and its double", () => {
    const sound = { loudness: -18, silence_share: 0, speech_share: 0, music_bpm: 96 };
    expect(briefOf([film({ sound })]).seen?.tempo).toMatchObject({
      isHeard: true,
      ranges: [
        { minBpm: 91, maxBpm: 101 },
        { minBpm: 46, maxBpm: 50 },
        { minBpm: 182, maxBpm: 202 },
      ],
    });
  });

  test("prefers songs as long as the longest film", () => {
    expect(briefOf([film({ duration: 75 }), SUNSET_BEACH]).seen?.filmSeconds).toBe(75);
    expect(briefOf([SUNSET_BEACH]).seen?.filmSeconds).toBeNull();
  });

  test("lists what was seen in each asset, in their order", () => {
    const assets = briefOf([DARK_ALLEY, CHASE]).seen?.assets;
    expect(assets?.map(({ kind }) => kind)).toEqual(["image", "video"]);
    expect(assets?.[0]?.words[0]).toBe("dark street at night");
    expect(assets?.[1]?.words).toContain("chase");
  });

  test("does not depend on the order of the pictures", () => {
    const wishes = (analyses: readonly Analysis[]): unknown =>
      briefOf(analyses)
        .wanted.map(({ name, weight }) => `${name} ${weight}`)
        .toSorted();
    expect(wishes([DARK_ALLEY, SUNSET_BEACH, CHASE])).toEqual(wishes([CHASE, SUNSET_BEACH, DARK_ALLEY]));
  });
});

function briefOf(analyses: readonly Analysis[], query: string | null = null): Brief {
  return briefOfSights(analyses, parseBrief({ query, context: null }), vocabulary());
}

function check(looked: SightCase): void {
  const brief = briefOf(looked.analyses, looked.query);
  const names = brief.wanted.toSorted((a, b) => b.weight - a.weight).map((wish) => wish.name);
  expect(names.length).toBeGreaterThan(0);
  expect(names).toEqual(expect.arrayContaining([...(looked.wants ?? [])]));
  expect(names.filter((name) => looked.notWanted?.includes(name))).toEqual([]);
  if (looked.first !== undefined) expect(looked.first).toContain(names[0] ?? "");
  expect(brief.seen?.words ?? []).toEqual(expect.arrayContaining([...(looked.seen ?? [])]));
  if (looked.tempo === "none") expect(brief.seen?.tempo).toBeNull();
  if (looked.bpm !== undefined) {
    const { bpm } = looked;
    const ranges = brief.seen?.tempo?.ranges ?? [];
    expect(ranges.some(({ minBpm, maxBpm }) => minBpm <= bpm && bpm <= maxBpm)).toBe(true);
  }
  for (const wish of brief.wanted) expect(wish.weight).toBeGreaterThan(0);
}
