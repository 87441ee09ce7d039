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
  test("recommends the first version if the brief has no wish about versions", () => {
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

  test("names no file if the matching version has no media", () => {
    const silent = song({
      id: "a",
      tags: { mood: ["tense"] },
      audioFiles: [version("sung", { vocals: "lead" }), version("mix", { vocals: "none", hasMedia: false })],
    });
    expect(search([silent], "tense, no vocals").hits[0]?.audioFileId).toBeNull();
  });

  test("does not read a negated tag as the thing itself", () => {
    const denies = song({ id: "a", tags: { characteristic: ["no drums"], genre: ["ambient"] } });
    const sung = song({ id: "b", description: "Ambient, without drums", tags: { genre: ["ambient"] } });
    expect(ids(search([denies, sung], "marimba or drums"))).toEqual([]);
  });

  test("gives reasons in plain words", () => {
    const one = song({ id: "a", title: "Harbour Lights", bpm: 128, tags: { mood: ["tense"], instrument: ["piano"] } });
    const { reasons } = search([one], "tense piano for a harbour, 120 to 130 bpm").hits[0] ?? { reasons: [] };
    expect(reasons).toEqual(["tense", "piano", "title says 'harbour'", "128 bpm"]);
  });

  test("calls a song that meets its wishes strong, and one that meets few possible", () => {
    const all = song({ id: "a", tags: { mood: ["tense"], instrument: ["piano"], genre: ["jazz"] } });
    const few = song({ id: "b", tags: { instrument: ["piano"] } });
    expect(search([all, few], "tense jazz piano").hits.map(({ songId, band }) => [songId, band])).toEqual([
      ["a", "strong"],
      ["b", "possible"],
    ]);
  });

  test("returns nothing for wishes that the catalog lacks, and says so", () => {
    const ranking = search([song({ id: "a", tags: { genre: ["jazz"] } })], "zydeco");
    expect(ranking.hits).toEqual([]);
    expect(ranking.unserved[0]).toContain("zydeco");
  });

  test("returns nothing if every song breaks a constraint, and says which", () => {
    const ranking = search([song({ id: "a", bpm: 90, tags: { genre: ["techno"] } })], "techno, 128 bpm");
    expect(ranking.hits).toEqual([]);
    expect(ranking.unserved).toEqual(["'126 to 130 bpm' rules out the one song that fits otherwise"]);
  });

  test("answers a brief of constraints only with the songs that meet them", () => {
    const songs = [
      song({ id: "both", bpm: 120, audioFiles: [version("f", { vocals: "none" })] }),
      song({ id: "half", bpm: 120 }),
      song({ id: "none" }),
      song({ id: "sung", bpm: 120, audioFiles: [version("g", { vocals: "lead" })] }),
    ];
    expect(ids(search(songs, "instrumental, 120 bpm"))).toEqual(["both", "half"]);
  });

  test("returns nothing for a brief that only avoids", () => {
    expect(ids(search([song({ id: "a", tags: { genre: ["jazz"] } })], "no piano"))).toEqual([]);
  });

  test("breaks ties by song id", () => {
    const songs = ["c", "a", "b"].map((id) => song({ id, tags: { mood: ["tense"] } }));
    expect(ids(search(songs, "tense"))).toEqual(["a", "b", "c"]);
  });

  test("returns no more than the limit", () => {
    const songs = Array.from({ length: 30 }, (_, at) => song({ id: `${at}`, tags: { mood: ["tense"] } }));
    expect(search(songs, "tense", 7).hits.length).toBe(7);
  });

  test("puts the query's wishes before contrary ones of the context", () => {
    const songs = [
      song({ id: "lullaby", tags: { mood: ["gentle", "calm"], characteristic: ["slow"] } }),
      song({ id: "reel", tags: { mood: ["energetic"] } }),
    ];
    const brief = parseBrief({ query: "something energetic", context: "calm, gentle, slow" });
    expect(ids(rank(indexOf(songs), brief, { limit: 5 }))[0]).toBe("reel");
  });
});
