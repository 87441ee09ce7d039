import { describe, expect, test } from "bun:test";
import { ids, search, song } from "../support.ts";

describe("the tempo rule", () => {
  const songs = [70, 140, 141.5, 105].map((bpm) => song({ id: String(bpm), bpm, tags: { genre: ["trap"] } }));
  test.each([
    ["trap, 140 bpm", ["140", "141.5"]],
    ["trap, 70 or 140 bpm", ["140", "141.5", "70"]],
    ["trap, 140 bpm half-time", ["140", "141.5", "70"]],
    ["trap, slower than 110", ["105", "70"]],
  ])("answers %j with %j", (query, expected) => {
    expect(ids(search(songs, query)).toSorted()).toEqual(expected);
  });
});
