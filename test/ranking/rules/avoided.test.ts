import { describe, expect, test } from "bun:test";
import { ids, search, song } from "../support.ts";

describe("the rule for avoided facets", () => {
  const tagged = (id: string, ...genre: string[]) => song({ id, tags: { genre } });
  test.each([
    ["rock but not metal", ["rock", "indie rock"], ["metal", "death metal"]],
    ["electronic but no techno", ["electronic", "house"], ["techno", "minimal techno"]],
    ["strings, no violin solo", ["strings", "cello"], ["solo violin"]],
    ["guitar but not electric", ["guitar", "acoustic guitar"], ["electric guitar", "distorted guitar"]],
    ["acoustic guitar but no other guitars", ["acoustic guitar"], ["electric guitar"]],
    ["sad but not depressing", ["sad", "melancholic"], ["depressed"]],
    ["dark but not scary", ["dark", "mysterious"], ["horror", "creepy"]],
    ["no strings, just a solo cello", ["solo cello"], ["strings", "violin"]],
  ])("reads %j: keeps %j and lowers %j", (query, kept, lowered) => {
    const songs = [...kept, ...lowered].map((tag) => tagged(tag, tag));
    const found = ids(search(songs, query));
    expect(found.slice(0, kept.length).toSorted()).toEqual(kept.toSorted());
  });

  test("lowers an avoided mood's neighbours, but not an avoided genre's neighbours", () => {
    const songs = ["sad", "melancholic", "hard rock", "metal"].map((tag) =>
      song({ id: tag, tags: { genre: [tag], instrument: ["piano"] } }),
    );
    expect(ids(search(songs, "piano, not sad")).slice(0, 2).toSorted()).toEqual(["hard rock", "metal"]);
    expect(ids(search(songs, "piano, no metal")).slice(0, 3).toSorted()).toEqual(["hard rock", "melancholic", "sad"]);
  });

  test("puts a song with an avoided tag below one without", () => {
    const songs = [
      song({ id: "a", tags: { genre: ["electronic"], instrument: ["piano"] } }),
      song({ id: "b", tags: { genre: ["folk"], instrument: ["piano"] } }),
    ];
    expect(ids(search(songs, "piano, nothing electronic"))[0]).toBe("b");
  });

  test("cuts a song with very many avoided tags", () => {
    const genre = [
      "rock",
      "metal",
      "punk rock",
      "grunge",
      "techno",
      "house",
      "trance",
      "dubstep",
      "disco",
      "funk",
      "soul",
    ];
    const mood = [
      "happy",
      "sad",
      "dark",
      "tense",
      "epic",
      "funny",
      "romantic",
      "party",
      "aggressive",
      "sexy",
      "horror",
    ];
    const all = song({ id: "all", tags: { genre, mood, instrument: ["piano"] } });
    const plain = song({ id: "plain", tags: { instrument: ["piano"] } });
    const query = `piano. Avoid ${genre.join(", ")}. Avoid ${mood.join(", ")}.`;
    expect(ids(search([all, plain], query))).toEqual(["plain"]);
  });
});
