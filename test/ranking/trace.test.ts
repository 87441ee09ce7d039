import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { parseBrief } from "../../src/brief/parse-brief.ts";
import { rank, type TracedRanking } from "../../src/ranking/rank.ts";
import type { Trace } from "../../src/ranking/trace.ts";
import { indexOf, song, version } from "./support.ts";

const MOODS = ["tense", "dark", "happy", "calm", "driving", "aggressive", "Hopeful"];
const GENRES = ["jazz", "rock", "electronic", "hip hop"];
const BRIEFS = [
  "tense, driving rock, not aggressive",
  "hopeful piano for a first kiss, no vocals",
  "dark car chase, around 120 bpm, nothing happy",
  "harbour lights at night",
  "no vocals, under 100 bpm",
  "like Ada, but calmer",
];

const catalogs = fc
  .array(
    fc.record({
      title: fc.constantFrom("Harbour Lights", "Night Car", "Tense Hour", "One"),
      description: fc.constantFrom("", "a dark piano by night", "rock for a chase"),
      mood: fc.subarray(MOODS, { maxLength: 4 }),
      genre: fc.subarray(GENRES, { maxLength: 2 }),
      bpm: fc.option(fc.integer({ min: 60, max: 180 })),
      vocals: fc.option(fc.constantFrom("lead" as const, "none" as const)),
      artist: fc.constantFrom("Ada", "Bo", "Cy"),
    }),
    { minLength: 1, maxLength: 20 },
  )
  .map((given) =>
    given.map(({ title, description, mood, genre, bpm, vocals, artist }, at) =>
      song({
        id: `s${at}`,
        title: `${title} ${at}`,
        description,
        bpm,
        tags: { mood, genre },
        artists: [{ id: artist, name: artist }],
        audioFiles: [version(`f${at}`, { vocals })],
      }),
    ),
  );

function traced(songs: Parameters<typeof indexOf>[0], query: string): TracedRanking {
  return rank(indexOf(songs), parseBrief({ query, context: null }), { limit: 50, traces: true });
}

function sumOf(trace: Trace): number {
  return trace.parts.reduce((sum, { points }) => sum + points, 0);
}

describe("a trace", () => {
  test("adds up to the score before it is limited", () => {
    fc.assert(
      fc.property(catalogs, fc.constantFrom(...BRIEFS), (songs, query) => {
        const { hits, traces } = traced(songs, query);
        expect(traces.length).toBe(hits.length);
        let ceiling = 1;
        traces.forEach((trace, at) => {
          expect(Number.isInteger(sumOf(trace))).toBe(true);
          ceiling = Math.min(ceiling, Math.round((sumOf(trace) / trace.whole) * 10_000) / 10_000);
          expect(hits[at]?.score).toBe(ceiling);
        });
      }),
      { numRuns: 60 },
    );
  });

  test("does not change the ranking, and is created only on request", () => {
    const songs = [song({ id: "a", tags: { mood: ["tense"] } }), song({ id: "b", tags: { mood: ["dark"] } })];
    const brief = parseBrief({ query: "tense", context: null });
    const plain = rank(indexOf(songs), brief, { limit: 5 });
    expect(plain.traces).toEqual([]);
    expect(traced(songs, "tense").hits).toEqual(plain.hits);
  });

  test("has for every wish the matching tag and its rule, and lists unserved wishes", () => {
    const songs = [song({ id: "a", tags: { mood: ["Hopeful"] } }), song({ id: "b", tags: { genre: ["rock"] } })];
    const [trace] = traced(songs, "hopeful rock").traces;
    const wishes = trace?.parts.filter((part) => part.kind === "wish" && part.rule === "facet match") ?? [];
    expect(wishes.find(({ points }) => points > 0)).toMatchObject({
      sought: { name: "hopeful", said: "hopeful" },
      matches: [{ shows: "tag", name: "Hopeful", fields: ["tag"], impact: 255 }, {}],
    });
    expect(wishes.find(({ points }) => points === 0)).toMatchObject({ sought: { name: "rock" }, matches: [] });
  });

  test("has points below 0 for what counts against a song", () => {
    const songs = [song({ id: "a", tags: { mood: ["tense", "aggressive"], instrument: ["piano"] } })];
    const [trace] = traced(songs, "tense, tense, tense, very tense piano, not aggressive").traces;
    const against = trace?.parts.find((part) => part.kind === "against" && part.rule === "avoided facets");
    expect(against).toMatchObject({ sought: { name: "aggressive" }, matches: [{ name: "aggressive" }, {}] });
    expect(against?.points).toBeLessThan(0);
  });

  test("has each constraint with its verdict and its doubt", () => {
    const songs = [song({ id: "a", bpm: 120, tags: { mood: ["tense"] } })];
    const [trace] = traced(songs, "tense, no vocals, 120 bpm").traces;
    expect(trace?.parts.filter(({ kind }) => kind === "constraint")).toMatchObject([
      { rule: "vocals", constraint: "no vocals", verdict: "unknown", doubt: 1024, points: 0 },
      { rule: "tempo", verdict: "met", doubt: 0, points: 0 },
    ]);
  });
});
