import { describe, expect, test } from "bun:test";
import { ids, search, song } from "../support.ts";

describe("the facet match rule", () => {
  test("puts a near tag below the tag itself", () => {
    const songs = [song({ id: "kin", tags: { mood: ["dark"] } }), song({ id: "exact", tags: { mood: ["tense"] } })];
    expect(ids(search(songs, "tense"))).toEqual(["exact", "kin"]);
  });

  test("finds all spellings of a tag", () => {
    const songs = ["Hip-Hop", "hip hop", "hiphop"].map((genre, at) => song({ id: `${at}`, tags: { genre: [genre] } }));
    expect(ids(search(songs, "hip hop")).toSorted()).toEqual(["0", "1", "2"]);
  });

  test("lowers songs with a tag contrary to a wish", () => {
    const songs = [
      song({ id: "a", tags: { genre: ["jazz"], mood: ["happy"] } }),
      song({ id: "b", tags: { genre: ["jazz"], mood: ["cinematic"] } }),
    ];
    expect(ids(search(songs, "jazz, sad"))[0]).toBe("b");
  });

  test("finds the name of a wish in a description, below songs with the tag", () => {
    const songs = [
      song({ id: "a", description: "A tense walk home." }),
      song({ id: "b", tags: { mood: ["tense"] } }),
      song({ id: "c", tags: { mood: ["happy"] } }),
    ];
    expect(ids(search(songs, "tense"))).toEqual(["b", "a"]);
  });

  test("reports a named wish that no song is tagged or described as", () => {
    const { unserved } = search([song({ id: "a", tags: { mood: ["tense"] } })], "tense accordion");
    expect(unserved).toEqual(["nothing in the catalog is tagged or described as accordion"]);
  });
});
