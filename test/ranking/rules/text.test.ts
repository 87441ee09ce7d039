import { describe, expect, test } from "bun:test";
import { ids, search, song } from "../support.ts";

describe("the text rule", () => {
  test("finds words that the vocabulary does not know in titles, names, tags, descriptions and lyrics", () => {
    const songs = [
      song({ id: "title", title: "Zephyrine" }),
      song({ id: "name", artists: [{ id: "z", name: "Zephyrine" }] }),
      song({ id: "tag", tags: { mood: ["zephyrine"] } }),
      song({ id: "description", description: "Zephyrine at dawn." }),
      song({ id: "lyrics", lyrics: "oh zephyrine" }),
      song({ id: "other", title: "Harbour" }),
    ];
    expect(ids(search(songs, "zephyrine")).toSorted()).toEqual(["description", "lyrics", "name", "tag", "title"]);
  });

  test("lowers songs with a word that the brief avoids", () => {
    const songs = [
      song({ id: "a", title: "Lanterns", tags: { mood: ["calm"] } }),
      song({ id: "b", title: "Harbour", tags: { mood: ["calm"] } }),
    ];
    expect(ids(search(songs, "calm, without lanterns"))[0]).toBe("b");
  });

  test("puts a song first whose title says the words of the brief, of two songs with the same tags", () => {
    const songs = [
      song({ id: "a", title: "Harbour", tags: { mood: ["tense"] } }),
      song({ id: "b", title: "Tense Hour", tags: { mood: ["tense"] } }),
    ];
    expect(ids(search(songs, "tense"))).toEqual(["b", "a"]);
  });
});
