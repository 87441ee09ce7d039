import { describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { Answer } from "../../schema/wire/answer.ts";
import { CHASE, MUSEUM } from "../brief/sights/films.ts";
import { DARK_ALLEY, SUNSET_BEACH } from "../brief/sights/pictures.ts";
import { ask, lasting, songs } from "../support/demo-search.ts";

// The expectations of a person, with the songs of the demonstration catalog.

const moodsOf = (id: string): readonly string[] => songs.get(id)?.tags.mood ?? [];
const share = (answer: Answer, moods: readonly string[]): number =>
  answer.songs.filter(({ id }) => moodsOf(id).some((mood) => moods.includes(mood))).length / answer.songs.length;
const bpmOf = ({ songs: hits }: Answer): number[] => hits.flatMap(({ id }) => songs.get(id)?.bpm ?? []);

const WARM = ["warm", "nostalgic", "calm", "serene", "dreamy", "romantic", "tender", "hazy", "carefree"];
const DARK = ["dark", "tense", "ominous", "foreboding", "suspenseful", "mysterious", "nocturnal", "menacing", "eerie"];

describe("a search with pictures only", () => {
  test("of a sunset beach gives warm and unhurried songs, none of them dark or driving", () => {
    const answer = ask([SUNSET_BEACH]);
    expect(answer.songs.length).toBe(10);
    expect(share(answer, WARM)).toBeGreaterThanOrEqual(0.9);
    expect(share(answer, [...DARK.filter((mood) => !["mysterious", "nocturnal"].includes(mood)), "aggressive"])).toBe(
      0,
    );
    expect(Math.max(...bpmOf(answer))).toBeLessThan(115);
  });

  test("of a dark alley gives dark and tense songs, none of them happy", () => {
    const answer = ask([DARK_ALLEY]);
    expect(answer.songs.length).toBe(10);
    expect(share(answer, DARK)).toBeGreaterThanOrEqual(0.9);
    expect(share(answer, ["joyful", "cheerful", "carefree", "silly", "sunny", "romantic"])).toBe(0);
  });

  test("names the detected sights in the brief and in the reasons", () => {
    const beach = ask([SUNSET_BEACH]);
    expect(beach.brief.seen).toMatchObject({ words: expect.arrayContaining(["beach at sunset"]), length: null });
    expect(beach.songs[0]?.meta.reasons.join()).toContain("suits what is seen, beach at sunset");
    expect(ask([DARK_ALLEY]).songs[0]?.meta.reasons.join()).toContain("suits what is seen, dark street at night");
    for (const { from } of beach.brief.wanted) expect(from.length).toBeGreaterThan(0);
  });

  test("has the stored and shown shape, and is the same each time", () => {
    const answer = ask([SUNSET_BEACH, CHASE], "no vocals");
    expect(Value.Check(Answer, answer)).toBe(true);
    expect(JSON.stringify(ask([SUNSET_BEACH, CHASE], "no vocals"))).toBe(JSON.stringify(answer));
    expect(ask([], "tense").brief.seen).toBeUndefined();
  });
});

describe("a search with a film", () => {
  test("of a chase gives fast and stirring songs, of a museum slow and sparse ones", () => {
    const [chase, museum] = [ask([CHASE]), ask([MUSEUM])];
    expect(
      share(chase, ["energetic", "tense", "urgent", "frantic", "adrenalized", "wild", "fiery", "passionate"]),
    ).toBeGreaterThanOrEqual(0.7);
    const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;
    expect(mean(bpmOf(chase))).toBeGreaterThan(110);
    expect(mean(bpmOf(museum))).toBeLessThan(90);
    expect(share(museum, ["energetic", "rowdy", "joyful"])).toBe(0);
  });

  test("selects files that are at least as long as the film", () => {
    const answer = ask([MUSEUM]);
    const durations = answer.songs.map(({ id, meta }) => {
      const file = songs.get(id)?.audioFiles.find((one) => one.id === meta.audio_file);
      return lasting(file?.duration ?? null);
    });
    expect(durations.filter((seconds) => seconds !== null && seconds < MUSEUM.duration)).toEqual([]);
    expect(answer.brief.seen?.length).toBe(MUSEUM.duration);
  });
});

describe("a search with pictures and text", () => {
  test("follows the text if they contradict", () => {
    const answer = ask([DARK_ALLEY], "upbeat and happy");
    expect(share(answer, ["joyful", "cheerful", "carefree", "celebratory", "playful"])).toBeGreaterThanOrEqual(0.9);
    expect(answer.brief.wanted.map(({ name }) => name)).not.toContain("dark");
  });

  test("applies the text's constraints and avoids what it excludes", () => {
    const answer = ask([SUNSET_BEACH], "no vocals, no piano");
    expect(answer.brief.constraints.map(({ constraint }) => constraint)).toEqual(["no vocals", "no piano"]);
    for (const { id, meta } of answer.songs) {
      expect(meta.verdicts.map(({ verdict }) => verdict)).not.toContain("failed");
      expect(songs.get(id)?.tags.instrument.filter((name) => name === "piano")).toEqual([]);
    }
  });

  test("is still warm at the beach", () => {
    expect(share(ask([SUNSET_BEACH], "no vocals, no piano"), WARM)).toBeGreaterThanOrEqual(0.8);
  });
});
