import { describe, expect, test } from "bun:test";
import type { MatchBand } from "../../schema/brief.ts";
import type { SongDocument, Tags } from "../../schema/song.ts";
import { parseBrief } from "../../src/brief/parse-brief.ts";
import { rank } from "../../src/ranking/rank.ts";
import { indexOf, search, song } from "./support.ts";

function bands(songs: readonly SongDocument[], query: string): Record<string, MatchBand> {
  return Object.fromEntries(search(songs, query).hits.map(({ songId, band }) => [songId, band]));
}

/** Returns the bands of songs for a long text. */
function bandsFor(songs: readonly SongDocument[], context: string): Record<string, MatchBand> {
  const { hits } = rank(indexOf(songs), parseBrief({ query: null, context }), { limit: 25 });
  return Object.fromEntries(hits.map(({ songId, band }) => [songId, band]));
}

const tagged = (id: string, tags: Partial<Tags>): SongDocument => song({ id, tags });

const CHASE =
  "Two police cars weave through the traffic behind the silver van. Ruben takes the exit at the last moment, tyres smoking, " +
  "clips a barrier and shoots through a closed market street. Crates of oranges burst. He laughs. A helicopter appears above " +
  "the roofs and the fuel light comes on.";

const WIND_PARK =
  "Corporate film for a wind park operator: engineers in orange jackets climb the tower before sunrise, drone shots over the sea, " +
  "graphs that rise, a school class counts the blades. The chairwoman speaks about responsibility for the next generation. " +
  "Closing shot: a meadow, and a cow that looks into the camera.";

describe("the band of what the client names", () => {
  test("is strong for the tag itself, and not for a near tag", () => {
    const songs = [
      tagged("tango", { genre: ["tango"] }),
      tagged("latin", { genre: ["latin"] }),
      tagged("accordion", { instrument: ["accordion"] }),
    ];
    expect(bands(songs, "tango")).toEqual({ tango: "strong", latin: "possible", accordion: "possible" });
  });

  test("is strong for another name of the same thing", () => {
    expect(bands([tagged("rap", { genre: ["hip-hop"] }), tagged("x", { genre: ["pop"] })], "hip hop")).toMatchObject({
      rap: "strong",
    });
  });

  test("counts a named wish that no song of the catalog has", () => {
    const songs = [tagged("warm", { mood: ["warm"] }), tagged("other", { genre: ["metal"] })];
    expect(bands(songs, "warm")).toEqual({ warm: "strong" });
    expect(bands(songs, "warm bagpipes")).toEqual({ warm: "good" });
    expect(bands(songs, "warm bagpipes and hurdy-gurdy")).toEqual({ warm: "possible" });
  });

  test("is good for half of two named wishes", () => {
    const songs = [tagged("both", { mood: ["warm"], instrument: ["piano"] }), tagged("one", { instrument: ["piano"] })];
    expect(bands(songs, "warm piano")).toEqual({ both: "strong", one: "good" });
  });
});

describe("the band of what a story implies", () => {
  const most = tagged("most", {
    genre: ["electronic", "breakbeat"],
    mood: ["action", "energetic", "tense", "thrilling chase"],
    instrument: ["drums", "percussion"],
    characteristic: ["fast", "powerful"],
  });
  const some = tagged("some", { mood: ["tense"], instrument: ["percussion"] });
  const little = tagged("little", { genre: ["electronic"] });
  const unrelated = tagged("unrelated", { genre: ["waltz"] });

  test("depends on the share of all its wishes that a song meets", () => {
    expect(bandsFor([most, some, little, unrelated], CHASE)).toEqual({
      most: "strong",
      some: "good",
      little: "possible",
    });
  });

  test("is never good if the story is unclear", () => {
    const brief = parseBrief({ query: null, context: WIND_PARK });
    expect(Math.max(...brief.wanted.map(({ weight }) => weight))).toBeLessThan(0.15);
    const all = brief.wanted.map(({ name }) => name);
    expect(bandsFor([tagged("all", { mood: all }), unrelated], WIND_PARK)).toEqual({ all: "possible" });
  });

  test("is not strong without what the client names", () => {
    const context = `${CHASE} Bring us harpsichord and bagpipes, please. The music must have a harpsichord.`;
    const named = parseBrief({ query: null, context }).wanted.filter(({ isNamed }) => isNamed === true);
    expect(named.map(({ name }) => name)).toContain("harpsichord");
    expect(bandsFor([most, some, unrelated], context)["most"]).not.toBe("strong");
  });
});

describe("the band of what a phrase implies", () => {
  test("needs several of its wishes, and not all", () => {
    const songs = [
      tagged("several", { genre: ["synthwave", "electronic"], mood: ["dark", "cool"] }),
      tagged("one", { mood: ["cool"] }),
    ];
    expect(bands(songs, "neon streets")).toEqual({ several: "strong", one: "possible" });
  });
});

describe("the band of what pictures show", () => {
  const calm = [tagged("calm", { mood: ["calm"] })];
  const bandAt = (certainty: number, query: string | null = null): MatchBand | undefined => {
    const text = parseBrief({ query, context: null });
    const kin = [{ name: "calm", weight: 1 }];
    const wish = { facet: "mood", name: "calm", weight: 0.5, from: ["coast"], seen: ["coast"], kin } as const;
    const seen = { words: ["coast"], assets: [], textWords: [], tempo: null, energy: null, filmSeconds: null };
    const brief = { ...text, wanted: [...text.wanted, wish], seen: { ...seen, certainty, question: null } };
    return rank(indexOf(calm), brief, { limit: 5 }).hits[0]?.band;
  };

  test("is never better than the sight is sure", () => {
    expect([bandAt(0.9), bandAt(0.6), bandAt(0.2)]).toEqual(["strong", "good", "possible"]);
  });

  test("does not count beside a text", () => {
    expect(bandAt(0.9, "tango")).toBe("possible");
    expect(bandAt(0.2, "calm")).toBe("strong");
  });
});
