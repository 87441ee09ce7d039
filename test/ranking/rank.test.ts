import { describe, expect, test } from "bun:test";
import { parseBrief } from "../../src/brief/parse-brief.ts";
import { rank } from "../../src/ranking/rank.ts";
import { ids, indexOf, search, song, version } from "./support.ts";

const vocalWithMix = song({
  id: "vocal",
  tags: { mood: ["tense"] },
  audioFiles: [
    version("sung", { vocals: "lead" }),
    version("mix", { vocals: "none" }),
    version("drums", { vocals: "none", stem: true }),
  ],
});

describe("ranking", () => {
  test("puts an instrumental mix forward where no vocals are wanted", () => {
    const { hits } = search([vocalWithMix], "tense, no vocals");
    expect(hits[0]).toMatchObject({ audioFileId: "mix", verdicts: [{ constraint: "no vocals", verdict: "met" }] });
  });

  test("puts the first version forward where nothing is asked of it", () => {
    expect(search([vocalWithMix], "tense").hits[0]?.audioFileId).toBe("sung");
  });

  test("judges vocals and length by one version, not by two", () => {
    const apart = song({
      id: "apart",
      tags: { mood: ["tense"] },
      audioFiles: [
        version("long", { vocals: "none", duration: 200 }),
        version("short", { vocals: "lead", duration: 60 }),
      ],
    });
    expect(ids(search([apart], "tense, no vocals, 60 seconds"))).toEqual([]);
  });

  test("puts the version forward that is nearest to the wanted length, of those that keep every promise", () => {
    const cuts = song({
      id: "cuts",
      tags: { mood: ["tense"] },
      audioFiles: [
        version("full", { vocals: "none", duration: 183 }),
        version("28", { vocals: "none", duration: 28 }),
        version("30-sung", { vocals: "lead", duration: 30 }),
        version("30", { vocals: "none", duration: 30 }),
        version("30-again", { vocals: "none", duration: 30 }),
        version("unknown", { vocals: "none" }),
        version("30-stem", { vocals: "none", duration: 30, stem: true }),
      ],
    });
    const file = (query: string): string | null | undefined => search([cuts], query).hits[0]?.audioFileId;
    expect(file("tense, :30, no vocals")).toBe("30");
    expect(file("tense, 30 seconds")).toBe("30-sung");
    expect(file("tense, no vocals, about 3 minutes")).toBe("full");
    expect(file("tense, no vocals, under two minutes")).toBe("30");
    expect(file("tense, no vocals")).toBe("full");
  });

  test("names no file when the version that serves has no media", () => {
    const silent = song({
      id: "a",
      tags: { mood: ["tense"] },
      audioFiles: [version("sung", { vocals: "lead" }), version("mix", { vocals: "none", hasMedia: false })],
    });
    expect(search([silent], "tense, no vocals").hits[0]?.audioFileId).toBeNull();
  });

  test("takes a song without files as unknown", () => {
    const ranking = search([song({ id: "a", tags: { mood: ["tense"] } })], "tense, no vocals");
    expect(ranking.hits[0]?.verdicts).toEqual([{ constraint: "no vocals", verdict: "unknown" }]);
    expect(ranking.hits[0]?.band).not.toBe("strong");
    expect(ranking.unserved).toEqual(["the catalog does not say of these songs: no vocals"]);
  });

  test("takes an inferred energy as unknown", () => {
    const guessed = song({ id: "a", tags: { genre: ["rock"] }, energyInferred: "high" });
    const given = song({ id: "b", tags: { genre: ["rock"] }, energy: "high" });
    const ranking = search([guessed, given], "high energy rock");
    expect(ranking.hits.map((hit) => hit.verdicts[0]?.verdict)).toEqual(["met", "unknown"]);
  });

  test("finds a tag that the words of a promise or of a negation spell", () => {
    const silent = song({ id: "z", tags: { characteristic: ["no voice"], genre: ["ambient"] } });
    const solo = song({ id: "y", tags: { characteristic: ["no other instruments"], genre: ["ambient"] } });
    const plain = song({ id: "a", tags: { genre: ["ambient"] } });
    expect(ids(search([plain, silent], "ambient, no voice"))).toEqual(["z", "a"]);
    expect(ids(search([plain, solo], "ambient, no other instruments"))).toEqual(["y", "a"]);
  });

  test("does not take a tag that denies a thing for the thing", () => {
    const denies = song({ id: "a", tags: { characteristic: ["no drums"], genre: ["ambient"] } });
    const sung = song({ id: "b", description: "Ambient, without drums", tags: { genre: ["ambient"] } });
    expect(ids(search([denies, sung], "marimba or drums"))).toEqual([]);
  });

  test("says in plain words why a song fits", () => {
    const one = song({ id: "a", title: "Harbour Lights", bpm: 128, tags: { mood: ["tense"], instrument: ["piano"] } });
    const { reasons } = search([one], "tense piano for a harbour, 120 to 130 bpm").hits[0] ?? { reasons: [] };
    expect(reasons).toEqual(["tense", "piano", "title says 'harbour'", "128 bpm"]);
  });

  test("calls a song strong that meets its wishes, and possible one that meets few", () => {
    const all = song({ id: "a", tags: { mood: ["tense"], instrument: ["piano"], genre: ["jazz"] } });
    const few = song({ id: "b", tags: { instrument: ["piano"] } });
    expect(search([all, few], "tense jazz piano").hits.map(({ songId, band }) => [songId, band])).toEqual([
      ["a", "strong"],
      ["b", "possible"],
    ]);
  });

  test("finds kin below what was asked for", () => {
    const songs = [song({ id: "kin", tags: { mood: ["dark"] } }), song({ id: "exact", tags: { mood: ["tense"] } })];
    expect(ids(search(songs, "tense"))).toEqual(["exact", "kin"]);
  });

  test("finds all spellings of a tag", () => {
    const songs = ["Hip-Hop", "hip hop", "hiphop"].map((genre, at) => song({ id: `${at}`, tags: { genre: [genre] } }));
    expect(ids(search(songs, "hip hop")).toSorted()).toEqual(["0", "1", "2"]);
  });

  test("finds a house tag that no vocabulary knows", () => {
    const songs = [song({ id: "a", tags: { mood: ["desert noir"] } }), song({ id: "b", tags: { mood: ["sea blue"] } })];
    expect(ids(search(songs, "something desert noir"))).toEqual(["a"]);
  });

  test("lowers what is avoided, and its near kin, below what is not", () => {
    const songs = [
      song({ id: "a", tags: { genre: ["electronic"], instrument: ["piano"] } }),
      song({ id: "b", tags: { genre: ["folk"], instrument: ["piano"] } }),
    ];
    expect(ids(search(songs, "piano, nothing electronic"))[0]).toBe("b");
  });

  test("never lifts a song that has very many avoided tags", () => {
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

  test("returns nothing for what the catalog does not have, and says so", () => {
    const ranking = search([song({ id: "a", tags: { genre: ["jazz"] } })], "zydeco");
    expect(ranking.hits).toEqual([]);
    expect(ranking.unserved[0]).toContain("zydeco");
  });

  test("returns nothing when every song breaks a promise, and says which", () => {
    const ranking = search([song({ id: "a", bpm: 90, tags: { genre: ["techno"] } })], "techno, 128 bpm");
    expect(ranking.hits).toEqual([]);
    expect(ranking.unserved).toEqual(["'126 to 130 bpm' rules out the one song that fits otherwise"]);
  });

  test("answers a brief of constraints alone with the songs that meet them", () => {
    const songs = [
      song({ id: "both", bpm: 120, audioFiles: [version("f", { vocals: "none" })] }),
      song({ id: "half", bpm: 120 }),
      song({ id: "none" }),
      song({ id: "sung", bpm: 120, audioFiles: [version("g", { vocals: "lead" })] }),
    ];
    expect(ids(search(songs, "instrumental, 120 bpm"))).toEqual(["both", "half"]);
  });

  test("has no filler for a brief that only avoids", () => {
    expect(ids(search([song({ id: "a", tags: { genre: ["jazz"] } })], "no piano"))).toEqual([]);
  });

  test("gives an artist two of the first ten places", () => {
    const artists = [{ id: "x", name: "Ada" }];
    const same = Array.from({ length: 6 }, (_, at) =>
      song({ id: `a${at}`, artists, tags: { mood: ["tense"], genre: ["jazz"] } }),
    );
    const others = Array.from({ length: 12 }, (_, at) => song({ id: `b${at}`, tags: { mood: ["tense"] } }));
    const first = ids(search([...same, ...others], "tense jazz")).slice(0, 10);
    expect(first.filter((id) => id.startsWith("a"))).toEqual(["a0", "a1"]);
  });

  test("lets an artist fill the places when nobody else is there", () => {
    const artists = [{ id: "x", name: "Ada" }];
    const same = Array.from({ length: 4 }, (_, at) => song({ id: `a${at}`, artists, tags: { mood: ["tense"] } }));
    expect(ids(search(same, "tense"))).toEqual(["a0", "a1", "a2", "a3"]);
  });

  test("breaks ties by song id", () => {
    const songs = ["c", "a", "b"].map((id) => song({ id, tags: { mood: ["tense"] } }));
    expect(ids(search(songs, "tense"))).toEqual(["a", "b", "c"]);
  });

  test("returns no more than the limit", () => {
    const songs = Array.from({ length: 30 }, (_, at) => song({ id: `${at}`, tags: { mood: ["tense"] } }));
    expect(search(songs, "tense", 7).hits.length).toBe(7);
  });

  test("puts what the query asks for before what the context says to the contrary", () => {
    const songs = [
      song({ id: "lullaby", tags: { mood: ["gentle", "calm"], characteristic: ["slow"] } }),
      song({ id: "reel", tags: { mood: ["energetic"] } }),
    ];
    const brief = parseBrief({ query: "something energetic", context: "calm, gentle, slow" });
    expect(ids(rank(indexOf(songs), brief, { limit: 5 }))[0]).toBe("reel");
  });
});
