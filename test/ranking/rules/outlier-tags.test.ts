import { describe, expect, test } from "bun:test";
import { parseBrief } from "../../../src/brief/parse-brief.ts";
import { rank } from "../../../src/ranking/rank.ts";
import { ids, indexOf, search, song } from "../support.ts";

const calm = (number: number) =>
  song({ id: `calm-${number}`, tags: { mood: ["calm"], genre: ["folk"], instrument: [], characteristic: [] } });
const loud = (number: number) =>
  song({ id: `loud-${number}`, tags: { mood: ["angry"], genre: ["techno"], instrument: [], characteristic: [] } });
const among = (count: number) => Array.from({ length: count }, (_, at) => [calm(at), loud(at)]).flat();

const odd = song({ id: "a-odd", tags: { mood: ["calm"], genre: ["techno"], instrument: [], characteristic: [] } });
const plain = song({ id: "b-plain", tags: { mood: ["calm"], genre: ["jazz"], instrument: [], characteristic: [] } });

/** The place of a song in the answer to "calm music". */
function placeOf(id: string, songs: readonly ReturnType<typeof song>[]): number {
  const ranking = rank(indexOf([...songs]), parseBrief({ query: "calm music", context: null }), { limit: 100 });
  return ids(ranking).indexOf(id);
}

describe("the outlier tags rule", () => {
  test("lowers a song with a tag that the other songs for the brief rarely have", () => {
    const songs = [odd, plain, ...among(40)];
    expect(placeOf("b-plain", songs)).toBeLessThan(placeOf("a-odd", songs));
    expect(placeOf("a-odd", songs)).toBe(41);
  });

  test("does not lower a song for a tag that the brief asks for", () => {
    const ranking = search([odd, ...among(40)], "calm music, maybe a bit of techno");
    expect(ids(ranking)[0]).toBe("a-odd");
  });

  test("raises songs with tags that the candidates share", () => {
    const songs = [plain, ...among(40)];
    expect(placeOf("calm-0", songs)).toBeLessThan(placeOf("b-plain", songs));
  });

  test("does not raise songs with a tag that the brief avoids", () => {
    const ranking = search([plain, ...among(40)], "calm music, rather less folk");
    expect(ids(ranking)[0]).toBe("b-plain");
  });

  test("is off with few candidates", () => {
    const index = indexOf([odd, plain, ...among(5)]);
    const ranking = rank(index, parseBrief({ query: "calm music", context: null }), { limit: 100, traces: true });
    const descriptions = ranking.traces.flatMap(({ parts }) => parts).map((part) => JSON.stringify(part));
    expect(descriptions.length).toBeGreaterThan(0);
    expect(descriptions.filter((part) => part.includes("outlier tags"))).toEqual([]);
  });

  test("is in the trace, whose points add up", () => {
    const index = indexOf([odd, ...among(40)]);
    const ranking = rank(index, parseBrief({ query: "calm music", context: null }), { limit: 100, traces: true });
    const at = ranking.hits.findIndex(({ songId }) => songId === "a-odd");
    const trace = ranking.traces[at];
    const sum = trace?.parts.reduce((total, { points }) => total + points, 0) ?? 0;
    expect(trace?.parts.some((part) => part.kind === "move" && part.points < 0)).toBe(true);
    expect(ranking.hits[at]?.score).toBeCloseTo(Math.min(1, sum / (trace?.whole ?? 1)), 3);
  });
});
