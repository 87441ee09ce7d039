import { describe, expect, test } from "bun:test";
import { ids, search, song, version } from "./support.ts";

describe("a brief of promises alone", () => {
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
  ])("is answered by all that are known to keep them, first those that say its words: %j", (query, expected) => {
    expect(ids(search(songs, query))).toEqual(expected);
  });

  test("has nothing else in its scores", () => {
    for (const hit of search(songs, "instrumental").hits) expect(hit.score).toBe(hit.songId === "unknown" ? 0 : 1);
  });

  test("is not met where a wish beside them finds nothing", () => {
    expect(ids(search(songs, "zither, no vocals"))).toEqual([]);
  });
});
