import { describe, expect, test } from "bun:test";
import { parseBrief } from "../../../src/brief/parse-brief.ts";
import { rank } from "../../../src/ranking/rank.ts";
import { ids, indexOf, search, song } from "../support.ts";

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

  test("puts a named genre of a scene above one of the words for its mood", () => {
    const songs = [
      song({ id: "mood", tags: { mood: ["tender"], genre: ["ambient"] } }),
      song({ id: "genre", tags: { genre: ["fado"] } }),
      ...["pop", "rock", "jazz", "house"].map((genre) => song({ id: genre, tags: { genre: [genre] } })),
    ];
    const context =
      "Two sisters sit on a roof above the river and share the last cigarette of the summer. Neither has told the other " +
      "that she is leaving. The music should be tender and melancholic, and we want fado, as the whole film is about home.";
    expect(ids(rank(indexOf(songs), parseBrief({ query: null, context }), { limit: 2 }))).toEqual(["genre", "mood"]);
  });

  test("reports a named wish that no song is tagged or described as", () => {
    const { unserved } = search([song({ id: "a", tags: { mood: ["tense"] } })], "tense accordion");
    expect(unserved).toEqual(["nothing in the catalog is tagged or described as accordion"]);
  });
});

describe("a wanted tag that the catalog lacks", () => {
  const latin = song({ id: "latin", tags: { genre: ["Latin"] } });
  const party = song({ id: "party", tags: { mood: ["party"], genre: ["polka"], instrument: ["percussion"] } });

  test("is widened to the nearest kin of its facet, and the answer says so", () => {
    const { hits, unserved } = search([latin, party], "salsa");
    expect(hits.map(({ songId, band, reasons }) => [songId, band, reasons])).toEqual([
      ["latin", "good", ["Latin, near salsa"]],
      ["party", "good", ["percussion, near salsa"]],
    ]);
    expect(unserved).toEqual(["nothing in the catalog is tagged salsa; Latin was searched instead"]);
  });

  test("is widened to a kin that is not very near, above kin of another facet", () => {
    const folk = song({ id: "folk", tags: { genre: ["folk"] } });
    const accordion = song({ id: "accordion", tags: { instrument: ["accordion"] } });
    const { hits, unserved } = search([accordion, folk], "zydeco");
    expect(hits.map(({ songId }) => songId)).toEqual(["folk", "accordion"]);
    expect(unserved).toEqual(["nothing in the catalog is tagged zydeco; folk was searched instead"]);
  });

  test("keeps the shares of all near tags if it is a mood", () => {
    const songs = ["melancholic", "nostalgic"].map((mood) => song({ id: mood, tags: { mood: [mood] } }));
    const { hits, unserved } = search(songs, "bittersweet");
    expect(unserved).toEqual(["nothing in the catalog is tagged bittersweet; melancholic was searched instead"]);
    expect(hits.map(({ songId }) => songId)).toEqual(["melancholic", "nostalgic"]);
    expect(hits.map(({ band }) => band)).not.toContain("strong");
  });

  test("is never widened to another facet", () => {
    const { unserved } = search([party], "salsa");
    expect(unserved.join()).not.toContain("instead");
  });

  test("is not widened if a song has it, by another name, or in a longer tag", () => {
    for (const tag of ["salsa", "salsa dura", "Cuban salsa"]) {
      const { hits, unserved } = search([latin, song({ id: "own", tags: { genre: [tag] } })], "salsa");
      expect(unserved).toEqual([]);
      expect(hits.map(({ songId }) => songId).toSorted()).toEqual(["latin", "own"]);
    }
  });

  test("is not widened if the brief avoids it", () => {
    const { hits, unserved } = search([latin, party], "party, less salsa");
    expect(hits.map(({ songId }) => songId)).toEqual(["party"]);
    expect(unserved).toEqual([]);
  });
});
