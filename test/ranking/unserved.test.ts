import { describe, expect, test } from "bun:test";
import type { SongDocument } from "../../schema/song.ts";
import { search, song, version } from "./support.ts";

/** Returns why a brief has no songs. */
function why(songs: readonly SongDocument[], query: string): readonly string[] {
  const { hits, unserved } = search(songs, query);
  expect(hits).toEqual([]);
  return unserved;
}

const sung = (id: string, bpm: number): SongDocument =>
  song({ id, bpm, tags: { mood: ["tense"] }, audioFiles: [version(`${id}-file`, { vocals: "lead", duration: 60 })] });
const songs = [sung("a", 100), sung("b", 100), sung("c", 140), song({ id: "far", tags: { genre: ["polka"] } })];

describe("an answer without songs", () => {
  test("names the constraint that cut all songs, and how many", () => {
    expect(why(songs, "tense, no vocals")).toEqual(["'no vocals' rules out all 3 songs that fit otherwise"]);
    expect(why(songs, "tense, no vocals, around 140 bpm")).toEqual([
      "'no vocals' rules out all 3 songs that fit otherwise",
    ]);
  });

  test("counts what each constraint cut if none cut all", () => {
    const mixed = [
      sung("a", 100),
      { ...sung("b", 140), audioFiles: [version("b", { vocals: "none" })] },
      sung("c", 100),
    ];
    expect(why(mixed, "tense, no vocals, around 100 bpm")).toEqual([
      "of all 3 songs that fit otherwise, 'no vocals' rules out 2, '95 to 105 bpm' rules out 1",
    ]);
  });

  test("says that no single version meets the constraints", () => {
    const apart = song({
      id: "apart",
      tags: { mood: ["tense"] },
      audioFiles: [
        version("long", { vocals: "none", duration: 200 }),
        version("short", { vocals: "lead", duration: 60 }),
      ],
    });
    expect(why([apart], "tense, no vocals, 60 seconds")).toEqual([
      "no single version meets 'no vocals' and '54 to 66 seconds long' together, in the one song that fits otherwise",
    ]);
  });

  test("says that no song is known to meet the only constraint", () => {
    for (const all of [[song({ id: "a" })], songs])
      expect(why(all, "no vocals")).toEqual(["no song is known to meet 'no vocals'"]);
  });

  test("names unserved wishes and words", () => {
    expect(why(songs, "zydeco").join()).toContain("zydeco");
    expect(why(songs, "zxqv blorf")).toEqual(["no song mentions 'zxqv' and 'blorf'"]);
  });

  test("names only the unknown playlist", () => {
    expect(why(songs, "from the playlist Late Drive")).toEqual(["no playlist of the catalog is called Late Drive"]);
  });

  test("names only the unknown reference", () => {
    expect(why(songs, "like Zorblax Quux")).toEqual(["no artist of the catalog is called Zorblax Quux"]);
  });

  test("says that songs have more avoided tags than wanted ones", () => {
    const loud = song({ id: "a", tags: { mood: ["tense", "aggressive", "angry", "heavy", "evil", "dark"] } });
    expect(why([loud], "tense, nothing aggressive, not angry, not heavy, not evil, never dark")).toEqual([
      "every song with wanted tags or words has more avoided ones",
    ]);
  });

  test("says that a brief only avoids, or describes no music", () => {
    expect(why(songs, "nothing aggressive")).toEqual(["the brief only says what to avoid, not what to look for"]);
    expect(why(songs, "we need something, please")).toEqual(["the brief does not describe any music"]);
  });

  test("says that the catalog is empty", () => {
    expect(why([], "tense, no vocals")).toContain("the catalog is empty: it has no songs");
    expect(why([], "no vocals")).toContain("the catalog is empty: it has no songs");
  });
});

test("an answer with songs names the constraint that the catalog cannot decide", () => {
  const { hits, unserved } = search([song({ id: "a", tags: { mood: ["tense"] } })], "tense, no vocals");
  expect(hits.length).toBe(1);
  expect(unserved).toEqual(["the catalog does not say of these songs: no vocals"]);
});
