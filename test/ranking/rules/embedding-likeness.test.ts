import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { parseBrief } from "../../../src/brief/parse-brief.ts";
import type { Likeness } from "../../../schema/brief.ts";
import { rank, type TracedRanking } from "../../../src/ranking/rank.ts";
import { ids, indexOf, song, version } from "../support.ts";

const TENSE = { mood: ["tense"] };
const index = indexOf([
  song({ id: "1", tags: TENSE }),
  song({ id: "2", tags: TENSE }),
  song({ id: "3", tags: TENSE }),
  song({ id: "4", tags: { mood: ["calm"] } }),
]);

function likeness(figures: Readonly<Record<string, number>>): Likeness {
  return { of: (songIds) => new Map(songIds.flatMap((id) => (id in figures ? [[id, figures[id] ?? 0]] : []))) };
}

function ranked(query: string, given: Likeness | null, over = index): TracedRanking {
  return rank(over, parseBrief({ query, context: null }), { limit: 25, traces: true, likeness: given });
}

describe("the embedding likeness rule", () => {
  test("puts the more similar of equally good songs first, and says so", () => {
    expect(ids(ranked("tense", null))).toEqual(["1", "2", "3"]);
    const { hits } = ranked("tense", likeness({ "1": 0.2, "2": 0.5, "3": 0.8 }));
    expect(hits.map(({ songId }) => songId)).toEqual(["3", "2", "1"]);
    expect(hits[0]?.reasons).toContain("described much like the brief");
    expect(hits[1]?.reasons).not.toContain("described much like the brief");
  });

  test("changes nothing without measurements", () => {
    const without = ranked("tense", null);
    expect(ranked("tense", likeness({}))).toEqual(without);
    expect(ranked("tense", likeness({ "2": 0.9 }))).toEqual(without);
  });

  test("keeps a song without a vector between those above and below the mean", () => {
    expect(ids(ranked("tense", likeness({ "1": 0.1, "3": 0.9 })))).toEqual(["3", "2", "1"]);
  });

  test("brings in no song that the brief did not find", () => {
    expect(ids(ranked("tense", likeness({ "1": 0.1, "4": 0.99 })))).not.toContain("4");
    expect(ids(ranked("quijibo", likeness({ "1": 0.9, "2": 0.1 })))).toEqual([]);
  });

  test("ignores differences that are only rounding errors", () => {
    const { traces } = ranked("tense", likeness({ "1": 0.8, "2": 0.8001, "3": 0.8 }));
    const moves = traces.flatMap(({ parts }) => parts.filter(({ rule }) => rule === "embedding likeness"));
    for (const { points } of moves) expect(Math.abs(points) / (traces[0]?.whole ?? 1)).toBeLessThan(0.001);
  });

  test("is in the trace, whose points add up to the score", () => {
    const { hits, traces } = ranked("tense, calm", likeness({ "1": 0.2, "2": 0.5, "3": 0.8 }));
    const at = hits.findIndex(({ songId }) => songId === "1");
    const [hit, trace] = [hits[at], traces[at]];
    const sum = trace?.parts.reduce((points, part) => points + part.points, 0) ?? 0;
    expect(hit?.score).toBeLessThan(1);
    expect(sum / (trace?.whole ?? 1)).toBeCloseTo(hit?.score ?? 0, 4);
    expect(trace?.parts.find(({ rule }) => rule === "embedding likeness")).toMatchObject({
      kind: "move",
      description: "described much less like the brief than the other candidates",
    });
  });

  test("requests vectors once, for at most two hundred songs, and ranks the others after them", () => {
    const many = Array.from({ length: 260 }, (_, at) => song({ id: `s${1000 + at}`, tags: TENSE }));
    const asked: (readonly string[])[] = [];
    const given: Likeness = {
      of: (songIds) => {
        asked.push(songIds);
        return new Map(songIds.map((id, at) => [id, at / songIds.length]));
      },
    };
    const over = indexOf(many);
    const { hits } = rank(over, parseBrief({ query: "tense", context: null }), { limit: 250, likeness: given });
    expect(asked.map(({ length }) => length)).toEqual([200]);
    expect(hits[0]?.songId).toBe("s1199");
    expect(hits.slice(200).map(({ songId }) => songId)).toEqual(many.slice(200, 250).map(({ id }) => id));
  });

  test("keeps constraints: cut songs stay out, doubtful ones stay below, scores stay between 0 and 1", () => {
    const figures = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 12, maxLength: 12 });
    const vocals = fc.array(fc.constantFrom("none" as const, "lead" as const, null), { minLength: 12, maxLength: 12 });
    fc.assert(
      fc.property(figures, vocals, (given, sung) => {
        const songs = sung.map((one, at) =>
          song({ id: `s${10 + at}`, tags: TENSE, audioFiles: [version(`f${at}`, { vocals: one })] }),
        );
        const measured = likeness(Object.fromEntries(given.map((one, at) => [`s${10 + at}`, one])));
        const { hits } = ranked("tense, no vocals", measured, indexOf(songs));
        const without = ids(ranked("tense, no vocals", null, indexOf(songs)));
        expect(hits.map(({ songId }) => songId).toSorted()).toEqual(without.toSorted());
        const verdicts = hits.map((hit) => hit.verdicts[0]?.verdict);
        expect(verdicts).not.toContain("failed");
        expect(verdicts.lastIndexOf("met")).toBeLessThan(
          verdicts.includes("unknown") ? verdicts.indexOf("unknown") : 12,
        );
        for (const { score } of hits) expect(score >= 0 && score <= 1).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});
