import { describe, expect, test } from "bun:test";
import { ids, search, song, version } from "./support.ts";

describe("a brief of constraints only", () => {
  const kept = { keyName: "A", keyMode: "minor", audioFiles: [version("mix", { vocals: "none", duration: 60 })] };
  const songs = [
    song({ id: "kept", ...kept }),
    song({ id: "says so", ...kept, title: "Minor Instrumental", tags: { genre: ["instrumental rock"] } }),
    song({ id: "unknown", tags: { genre: ["instrumental"] } }),
    song({ id: "broken", keyName: "C", keyMode: "major", audioFiles: [version("sung", { vocals: "lead" })] }),
  ];

  test.each([
    ["A minor", ["says so", "kept"]],
    ["instrumental", ["says so", "kept", "unknown"]],
    ["no vocals", ["kept", "says so"]],
    ["no vocals, nothing by Artist broken", ["kept", "says so"]],
  ])("finds all songs that are known to meet them, first those with its words: %j", (query, expected) => {
    expect(ids(search(songs, query))).toEqual(expected);
  });

  test("is scored by constraints only", () => {
    for (const hit of search(songs, "instrumental").hits) expect(hit.score).toBe(hit.songId === "unknown" ? 0 : 1);
  });

  test("finds nothing if it also has a wish that the catalog lacks", () => {
    expect(ids(search(songs, "zither, no vocals"))).toEqual([]);
  });
});
