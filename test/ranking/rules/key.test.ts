import { describe, expect, test } from "bun:test";
import { ids, search, song } from "../support.ts";

describe("the key rule", () => {
  const songs = [
    song({ id: "c-minor", keyName: "C", keyMode: "minor", tags: { mood: ["dark"] } }),
    song({ id: "c-major", keyName: "C", keyMode: "major", tags: { mood: ["dark"] } }),
    song({ id: "gb", keyName: "Gb", keyMode: "Major", tags: { mood: ["dark"] } }),
    song({ id: "camelot", keyName: "8A", tags: { mood: ["dark"] } }),
    song({ id: "tonic", keyName: "C", tags: { mood: ["dark"] } }),
    song({ id: "none", tags: { mood: ["dark"] } }),
  ];
  test.each([
    ["dark, in C minor", ["c-minor", "none", "tonic"]],
    ["dark, in F# major", ["gb", "none"]],
    ["dark, in A minor", ["camelot", "none"]],
    ["dark, in C", ["c-major", "c-minor", "tonic", "none"]],
    ["dark, C major or F# major", ["c-major", "gb", "none", "tonic"]],
    ["in C minor", ["c-minor"]],
  ])("answers %j with %j: songs of an unknown key come last", (query, expected) => {
    expect(ids(search(songs, query))).toEqual(expected);
  });

  test("gives a verdict, and a reason if it is met", () => {
    const [hit] = search(songs, "dark, in C minor").hits;
    expect(hit?.verdicts).toEqual([{ constraint: "in C minor", verdict: "met" }]);
    expect(hit?.reasons).toContain("in C minor");
  });
});
