import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { nearestTagWord } from "../../src/ranking/nearest-tag-word.ts";
import { ids, indexOf, search, song } from "./support.ts";

describe("a spelling correction", () => {
  test("finds the intended tag, and is reported", () => {
    const songs = [song({ id: "1", tags: { mood: ["melancholic"] } }), song({ id: "2", tags: { mood: ["happy"] } })];
    const found = search(songs, "melancolic");
    expect(ids(found)).toEqual(["1"]);
    expect(found.brief.corrected).toEqual([{ from: "melancolic", to: "melancholic" }]);
  });

  test("is dropped if a tag has the client's spelling", () => {
    const songs = [song({ id: "1", tags: { genre: ["tribel"] } }), song({ id: "2", tags: { genre: ["tribal"] } })];
    const found = search(songs, "tribel");
    expect(ids(found)).toEqual(["1"]);
    expect(found.brief.corrected).toEqual([]);
    expect(found.brief.wanted).toEqual([]);
  });

  test("is dropped for avoided words too", () => {
    const songs = [
      song({ id: "1", tags: { genre: ["tribel"], mood: ["happy"] } }),
      song({ id: "2", tags: { genre: ["tribal"], mood: ["happy"] } }),
    ];
    const found = search(songs, "happy, no tribel");
    expect(ids(found)[0]).toBe("2");
    expect(found.brief.avoided).toEqual([]);
  });

  test("also looks for the client's spelling in titles", () => {
    const songs = [
      song({ id: "1", tags: { mood: ["melancholic"] } }),
      song({ id: "2", title: "Melancolic", tags: { mood: ["melancholic"] } }),
    ];
    expect(ids(search(songs, "melancolic"))).toEqual(["2", "1"]);
  });
});

describe("an unknown word", () => {
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
  ])("is read as the tag that is one likely edit away: %s", (query, id) => {
    const found = search(songs, query);
    expect(ids(found)).toEqual([id]);
    expect(found.brief.corrected).toHaveLength(1);
  });

  test.each(["kwestelba", "desertxxir", "glimmer", "quartermaster"])(
    "stays as it is without a near tag: %s",
    (query) => {
      expect(search(songs, query).brief.corrected).toEqual([]);
    },
  );

  test("stays as it is if it may be a name", () => {
    expect(search(songs, "for our client Glimerfolk").brief.corrected).toEqual([]);
  });

  test("is found after any likely edit behind its first letter", () => {
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
