import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { nearestTagWord } from "../../src/ranking/nearest-tag-word.ts";
import { ids, indexOf, search, song } from "./support.ts";

describe("a guess at spelling", () => {
  test("finds what was meant, and is reported", () => {
    const songs = [song({ id: "1", tags: { mood: ["melancholic"] } }), song({ id: "2", tags: { mood: ["happy"] } })];
    const found = search(songs, "melancolic");
    expect(ids(found)).toEqual(["1"]);
    expect(found.brief.corrected).toEqual([{ from: "melancolic", to: "melancholic" }]);
  });

  test("gives way to a tag that is spelled as the client wrote", () => {
    const songs = [song({ id: "1", tags: { genre: ["tribel"] } }), song({ id: "2", tags: { genre: ["tribal"] } })];
    const found = search(songs, "tribel");
    expect(ids(found)).toEqual(["1"]);
    expect(found.brief.corrected).toEqual([]);
    expect(found.brief.wanted).toEqual([]);
  });

  test("and so does one that is to be avoided", () => {
    const songs = [
      song({ id: "1", tags: { genre: ["tribel"], mood: ["happy"] } }),
      song({ id: "2", tags: { genre: ["tribal"], mood: ["happy"] } }),
    ];
    const found = search(songs, "happy, no tribel");
    expect(ids(found)[0]).toBe("2");
    expect(found.brief.avoided).toEqual([]);
  });

  test("looks into titles for the word as it was written, too", () => {
    const songs = [
      song({ id: "1", tags: { mood: ["melancholic"] } }),
      song({ id: "2", title: "Melancolic", tags: { mood: ["melancholic"] } }),
    ];
    expect(ids(search(songs, "melancolic"))).toEqual(["2", "1"]);
  });
});

describe("a word that nobody knows", () => {
  const songs = [
    song({ id: "1", tags: { genre: ["desertnoir"] } }),
    song({ id: "2", tags: { genre: ["glimmerfolk"], mood: ["zorbelian nights"] } }),
    song({ id: "3", description: "a kwestelbar in the woods", tags: { genre: ["rock"] } }),
  ];

  test.each([
    ["dessertnoir", "1"],
    ["desretnoir", "1"],
    ["glimerfolk", "2"],
    ["zorbellian", "2"],
  ])("is read as the tag that is one slip away: %s", (query, id) => {
    const found = search(songs, query);
    expect(ids(found)).toEqual([id]);
    expect(found.brief.corrected).toHaveLength(1);
  });

  test.each(["kwestelba", "desertxxir", "glimmer", "quartermaster"])(
    "is left as it is where no tag is so near: %s",
    (query) => {
      expect(search(songs, query).brief.corrected).toEqual([]);
    },
  );

  test("is left as it is where it may be a name", () => {
    expect(search(songs, "for our client Glimerfolk").brief.corrected).toEqual([]);
  });

  test("is found again after any likely slip behind its first letter", () => {
    const index = indexOf(songs);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), fc.nat(1), (at, kind) => {
        const word = "desertnoir";
        const typed =
          kind === 0
            ? word.slice(0, at) + word.slice(at + 1)
            : word.slice(0, at) + (word[at + 1] ?? "") + (word[at] ?? "") + word.slice(at + 2);
        expect(nearestTagWord(index, typed)).toBe(word);
      }),
    );
  });
});
