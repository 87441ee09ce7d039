import { describe, expect, test } from "bun:test";
import { search, song } from "../support.ts";

const songs = [1984, 1999, 2000, 2020, null].map((year) =>
  song({
    id: String(year),
    title: "Harbour",
    artists: [{ id: `artist-${year}`, name: "Ada" }],
    releasedAt: year === null ? null : Date.UTC(year, 5) / 1000,
    tags: { mood: ["calm"] },
  }),
);

describe("the released rule", () => {
  test.each([
    ["calm, released after 1999", ["2000: met", "2020: met", "null: unknown"]],
    ["calm, released before 2000", ["1984: met", "1999: met", "null: unknown"]],
    ["calm, released in 1999", ["1999: met", "null: unknown"]],
    ["calm songs from the 80s", ["1984: met", "null: unknown"]],
  ])("answers %j with %j", (query, verdicts) => {
    const { hits } = search(songs, query);
    expect(hits.map((hit) => `${hit.songId}: ${hit.verdicts[0]?.verdict}`)).toEqual(verdicts);
  });

  test("names the year", () => {
    expect(search(songs, "calm, released in 1999").hits[0]?.reasons).toEqual(["calm", "released 1999"]);
  });
});
