import { describe, expect, test } from "bun:test";
import type { Brief, Constraint } from "../../../schema/brief.ts";
import { parseBrief } from "../../../src/brief/parse-brief.ts";
import { rank } from "../../../src/ranking/rank.ts";
import { indexOf, song } from "../support.ts";

const index = indexOf([
  song({ id: "calm", tags: { mood: ["calm"], genre: ["folk"] } }),
  song({ id: "tense", tags: { mood: ["Tense"], genre: ["folk"] } }),
  song({ id: "bare", title: "Folk tale" }),
]);

function ranked(want: "with" | "without", names: readonly string[]) {
  const tagged: Constraint = { kind: "tagged", want, facet: "mood", name: names[0] ?? "", names, from: [] };
  const brief: Brief = parseBrief({ query: "folk", context: null });
  const { hits, unserved } = rank(index, { ...brief, constraints: [tagged] }, { limit: 10 });
  return { hits: hits.map(({ songId, verdicts }) => [songId, verdicts[0]?.verdict]), unserved };
}

describe("the tagged rule", () => {
  test("keeps songs with the tag; a song without any tag may have it", () => {
    expect(ranked("with", ["tense"]).hits).toEqual([
      ["tense", "met"],
      ["bare", "unknown"],
    ]);
  });

  test("keeps songs without the tag, by any of its names", () => {
    expect(ranked("without", ["anxious", "tense"]).hits).toEqual([
      ["calm", "met"],
      ["bare", "unknown"],
    ]);
  });

  test("counts a compound of the catalog as the tag", () => {
    const songs = [song({ id: "fuzz", tags: { genre: ["folk"], instrument: ["fuzz guitar"] } })];
    const tagged: Constraint = {
      kind: "tagged",
      want: "with",
      facet: "instrument",
      name: "guitar",
      names: ["guitar"],
      from: [],
    };
    const brief: Brief = { ...parseBrief({ query: "folk", context: null }), constraints: [tagged] };
    const [hit] = rank(indexOf(songs), brief, { limit: 1 }).hits;
    expect(hit?.verdicts).toEqual([{ constraint: "tagged guitar", verdict: "met" }]);
  });

  test("says so if the catalog has no such tag", () => {
    const { hits, unserved } = ranked("with", ["ecstatic"]);
    expect(hits).toEqual([["bare", "unknown"]]);
    expect(unserved).toContain("no song of the catalog is tagged ecstatic");
    expect(ranked("without", ["ecstatic"]).hits.map(([id]) => id)).toEqual(["calm", "tense", "bare"]);
  });
});
