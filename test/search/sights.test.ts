import { describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import type { Analysis } from "../../schema/wire/analysis.ts";
import { Answer } from "../../schema/wire/answer.ts";
import { vocabulary } from "../../src/brief/vocabulary.ts";
import { recordCheck } from "../../src/catalog/import/check/check-record.ts";
import type { CheckedSong } from "../../src/catalog/import/check/checked-record.ts";
import { answerTo, understand } from "../../src/search/answer.ts";
import { CHASE, MUSEUM } from "../brief/sights/films.ts";
import { DARK_ALLEY, SUNSET_BEACH } from "../brief/sights/pictures.ts";
import { indexOf, song, version } from "../ranking/support.ts";

// The expectations of a person, with the songs of the demonstration catalog.

const dump = await Bun.file(new URL("../../demo/catalog.jsonl", import.meta.url)).text();
const check = recordCheck();
const records = dump
  .split("\n")
  .slice(0, -1)
  .map((line) => check(JSON.parse(line), { folder: "/demo", isDemonstration: true, warn: () => {}, note: () => {} }))
  .flatMap((record): CheckedSong[] => (record.kind === "song" ? [record.song] : []));
/** The demonstration's songs last 20 to 30 seconds; a studio's songs last minutes. */
const SKETCH_SECONDS_MAX = 30;
const SONG_PER_SKETCH = 8;
const lasting = (seconds: number | null): number | null =>
  seconds === null || seconds > SKETCH_SECONDS_MAX ? seconds : seconds * SONG_PER_SKETCH;
const songs = new Map(records.map((record) => [record.id, record]));
const index = indexOf(
  records.map((record) =>
    song({
      id: record.id,
      title: record.title,
      description: record.description,
      tags: record.tags,
      energy: record.energy,
      bpm: record.bpm,
      artists: record.artists.map(({ id, name }) => ({ id, name: name ?? id })),
      audioFiles: record.audioFiles.map((file) =>
        version(file.id, { duration: lasting(file.duration), vocals: file.vocals }),
      ),
    }),
  ),
);
const ask = (analyses: readonly Analysis[], query: string | null = null): Answer =>
  answerTo(
    understand({ query, context: null, sights: analyses }, vocabulary()),
    { index, catalogVersion: "v1" },
    { limit: 10 },
  );

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
    expect(beach.songs[0]?.meta.reasons.join()).toContain("suits the beach at sunset seen");
    expect(ask([DARK_ALLEY]).songs[0]?.meta.reasons.join()).toContain("suits the dark street at night seen");
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
