import { describe, expect, test } from "bun:test";
import { parseBrief } from "../../../src/brief/parse-brief.ts";
import { rank } from "../../../src/ranking/rank.ts";
import { ids, indexOf, search, song } from "../support.ts";

const DESCRIPTION =
  "A slow, sad piano ballad with cello, violin and harp: it is melancholic, intimate and tender, and it ends quietly.";
const DESCRIBED = {
  mood: ["sad", "melancholic"],
  instrument: ["piano", "cello"],
  genre: ["ballad"],
  characteristic: [],
};
const exact = song({ id: "z-exact", tags: DESCRIBED });
const crowded = song({
  id: "a-crowded",
  tags: { ...DESCRIBED, genre: ["ballad", "techno", "reggae", "ska"], characteristic: ["garage", "swing", "fuzzy"] },
});

describe("the unasked tags rule", () => {
  test("puts songs with few other tags first, for a long description", () => {
    expect(ids(search([crowded, exact], DESCRIPTION))).toEqual(["z-exact", "a-crowded"]);
  });

  test("is off for a brief of few words", () => {
    const ranking = rank(indexOf([crowded, exact]), parseBrief({ query: "sad piano", context: null }), {
      limit: 5,
      traces: true,
    });
    expect(ranking.traces.flatMap(({ parts }) => parts).filter(({ kind }) => kind === "move")).toEqual([]);
  });

  test("is in the trace, whose points add up", () => {
    const index = indexOf([crowded, exact]);
    const ranking = rank(index, parseBrief({ query: DESCRIPTION, context: null }), { limit: 5, traces: true });
    const at = ranking.hits.findIndex(({ songId }) => songId === "a-crowded");
    const trace = ranking.traces[at];
    const sum = trace?.parts.reduce((total, { points }) => total + points, 0) ?? 0;
    expect(trace?.parts.some((part) => part.kind === "move" && part.points < 0)).toBe(true);
    expect(ranking.hits[at]?.score).toBeCloseTo(Math.min(1, sum / (trace?.whole ?? 1)), 3);
  });
});
