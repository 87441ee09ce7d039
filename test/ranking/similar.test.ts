import { describe, expect, test } from "bun:test";
import { similar } from "../../src/ranking/similar.ts";
import { indexOf, song } from "./support.ts";

const artists = [{ id: "x", name: "Ada" }];
const index = indexOf([
  song({ id: "centre", artists, tags: { mood: ["tense"], instrument: ["piano"], genre: ["jazz"] } }),
  song({ id: "near", tags: { mood: ["tense"], instrument: ["piano"] } }),
  song({ id: "nearer", artists, tags: { mood: ["tense"], instrument: ["piano"] } }),
  song({ id: "far", tags: { genre: ["polka"] } }),
]);

describe("songs like another", () => {
  test("share its tags and artist, the nearest first, without the song itself", () => {
    const hits = similar(index, "centre", { limit: 10 });
    expect(hits.map((hit) => hit.songId)).toEqual(["nearer", "near"]);
    expect(hits[0]?.reasons).toEqual(["same artist", "both piano, tense"]);
  });

  test("are accepted songs only", () => {
    const hits = similar(index, "centre", { limit: 10, accepts: (id) => id !== "nearer" });
    expect(hits.map((hit) => hit.songId)).toEqual(["near"]);
  });

  test("do not exist for an unknown song, or one without tags and other songs of its artist", () => {
    expect(similar(index, "nobody", { limit: 10 })).toEqual([]);
    expect(similar(index, "far", { limit: 10 })).toEqual([]);
  });

  test("are no more than the limit", () => {
    expect(similar(index, "centre", { limit: 1 }).length).toBe(1);
  });
});
