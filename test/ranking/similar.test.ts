import { describe, expect, test } from "bun:test";
import { similar } from "../../src/ranking/similar.ts";
import { allOf, descriptorOf } from "../support/sound-descriptors.ts";
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

describe("songs that sound like another", () => {
  const KINDS = 10;
  /** Four takes of each kind of sound; the third and the fourth have another rhythm. */
  const heard = indexOf([
    ...Array.from({ length: 4 * KINDS }, (_, at) => {
      const [kind, take] = [at % KINDS, Math.floor(at / KINDS)];
      const kinds = take < 2 ? allOf(kind) : { ...allOf(kind), rhythm: 100 + at };
      return song({
        id: `${String.fromCharCode(97 + kind)}${take}`,
        tags: { genre: [`genre ${(kind + take) % 5}`] },
        descriptor: descriptorOf(kinds, at).toBase64(),
      });
    }),
    song({ id: "unheard", tags: { genre: ["genre 0"] } }),
  ]);

  test("come first, with what is alike in words and numbers", () => {
    const [first, ...others] = similar(heard, "a0", { limit: 40 });
    expect(first?.songId).toBe("a1");
    expect(first?.reasons).toEqual(["similar rhythm, feel, harmony and instruments"]);
    expect(first?.sound?.rhythm).toBeGreaterThan(0.8);
    const third = others.find(({ songId }) => songId === "a2");
    expect(third?.reasons).toEqual(["similar feel, harmony and instruments"]);
  });

  test("are weighed by facet: with the rhythm alone, another rhythm is not near", () => {
    const weights = { feel: 0, harmony: 0, rhythm: 1, instruments: 0 };
    const hits = similar(heard, "a0", { limit: 40, weights });
    expect(hits.find(({ songId }) => songId === "a1")?.reasons).toEqual(["similar rhythm"]);
    const [near, far] = ["a1", "a2"].map((id) => hits.find(({ songId }) => songId === id)?.score ?? 0);
    expect(near).toBeGreaterThan((far ?? 0) + 0.2);
  });

  test("are compared by tags alone with no weight, and if the song is not measured", () => {
    const none = { feel: 0, harmony: 0, rhythm: 0, instruments: 0 };
    for (const hits of [similar(heard, "a0", { limit: 40, weights: none }), similar(heard, "unheard", { limit: 40 })]) {
      expect(hits.length).toBeGreaterThan(2);
      expect(hits.every(({ sound, reasons }) => sound === null && reasons[0] === "both genre 0")).toBe(true);
    }
  });

  test("include songs that are not measured, by their tags", () => {
    const hit = similar(heard, "a0", { limit: 41 }).find(({ songId }) => songId === "unheard");
    expect(hit).toMatchObject({ sound: null, reasons: ["both genre 0"] });
  });

  test("are found by sound without a common tag, and only if they are accepted", () => {
    const hits = similar(heard, "a0", { limit: 1, accepts: (id) => id === "a2" });
    expect(hits.map(({ songId }) => songId)).toEqual(["a2"]);
  });
});
