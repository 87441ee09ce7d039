import { describe, expect, test } from "bun:test";
import type { Energy, MeasuredValues, Mode } from "../../../schema/song.ts";
import { ids, search, song } from "../support.ts";

const NOTHING: MeasuredValues = { bpm: null, mode: null, energy: null, loudness: null };

/** An untagged song with these measurements. */
function measured(id: string, values: Partial<MeasuredValues>) {
  return song({ id, title: "Untitled", artists: [], measured: { ...NOTHING, ...values } });
}

const at = (bpm: number, confidence = 0.9) => measured(`${bpm}`, { bpm: { value: bpm, confidence } });
const mode = (value: Mode, confidence = 0.8) => measured(value, { mode: { value, confidence } });

const FAST_LOUD = measured("fast", {
  bpm: { value: 150, confidence: 0.8 },
  energy: { value: "high", confidence: 0.7 },
  mode: { value: "major", confidence: 0.8 },
  loudness: -9,
});
const SLOW_QUIET = measured("slow", {
  bpm: { value: 64, confidence: 0.8 },
  energy: { value: "very_low", confidence: 0.7 },
  mode: { value: "minor", confidence: 0.8 },
  loudness: -27,
});
const SONGS = [FAST_LOUD, SLOW_QUIET, song({ id: "unknown" })];

describe("the plain facts rule finds untagged songs by their measurements", () => {
  test.each([
    ["fast and energetic", "fast"],
    ["something slow and quiet", "slow"],
    ["a slow quiet piece in minor", "slow"],
    ["in a major key, energetic", "fast"],
    ["in a minor key", "slow"],
    ["high energy", "fast"],
    ["calm music", "slow"],
    ["loud music", "fast"],
    ["schnell und energisch", "fast"],
    ["langsam und leise, in Moll", "slow"],
    ["etwas Ruhiges in Moll", "slow"],
    ["rapide et énergique", "fast"],
    ["lent et calme, en mineur", "slow"],
    ["rápido y enérgico", "fast"],
    ["lento y tranquilo, en tono menor", "slow"],
  ])("%p", (query, id) => {
    expect(ids(search(SONGS, query))).toEqual([id]);
  });

  test("with what was measured as reasons, and nothing unserved", () => {
    const { hits, unserved } = search(SONGS, "fast and energetic");
    expect(hits[0]?.reasons).toEqual(["measured: 150 bpm", "measured: high energy"]);
    expect(hits[0]?.band).toBe("good");
    expect(unserved).toEqual([]);
    expect(search(SONGS, "a quiet song").hits[0]?.reasons).toEqual(["measured: -27 LUFS"]);
    expect(search(SONGS, "slow, in minor").hits[0]?.reasons).toEqual(["measured: 64 bpm", "measured: minor key"]);
  });

  test("the more certain ones first, and uncertain ones not at all", () => {
    expect(ids(search([at(140, 0.5), at(141, 0.9), at(142, 0.39)], "fast music"))).toEqual(["141", "140"]);
  });

  test("the nearer ones first", () => {
    expect(ids(search([at(115), at(104), at(128)], "fast music"))).toEqual(["128", "115"]);
  });
});

describe("a stated tag or value", () => {
  test("counts more than a measurement", () => {
    const tagged = song({ id: "z", tags: { characteristic: ["fast"], mood: ["happy"], genre: ["rock", "pop"] } });
    const { hits } = search([at(150, 0.95), tagged], "fast music");
    expect(hits.map(({ songId }) => songId)).toEqual(["z", "150"]);
    expect(hits[0]?.band).toBe("strong");
    expect(hits[1]?.band).not.toBe("strong");
  });

  test("keeps the band of a song that is not measured", () => {
    const tagged = song({ id: "a", tags: { characteristic: ["fast"], mood: ["energetic"] } });
    expect(search([tagged, FAST_LOUD], "fast and energetic").hits[0]).toMatchObject({ songId: "a", band: "strong" });
  });

  test("of a tempo, an energy or a key finds a song, too", () => {
    const stated = song({ id: "stated", bpm: 150, energy: "high", keyName: "A", keyMode: "minor" });
    for (const [query, reason] of [
      ["fast music", "150 bpm"],
      ["energetic music", "high energy"],
      ["slow, in minor", "in A minor"],
    ] as const) {
      expect(search([stated, song({ id: "other" })], query).hits[0]?.reasons).toContain(reason);
    }
  });
});

describe("a measurement", () => {
  test("that contradicts a wish lowers a song, but not below one without the tag", () => {
    const tags = { mood: ["calm"] };
    const wild = { ...NOTHING, energy: { value: "high", confidence: 0.8 } } as const;
    const found = search([song({ id: "a", tags, measured: wild }), song({ id: "b", tags }), song({ id: "c" })], "calm");
    expect(ids(found)).toEqual(["b", "a"]);
  });

  test("of what the brief avoids lowers a song", () => {
    const tags = { genre: ["rock"] };
    const fast = { ...NOTHING, bpm: { value: 150, confidence: 0.9 } };
    const songs = [song({ id: "a", tags, measured: fast }), song({ id: "b", tags })];
    expect(ids(search(songs, "rock"))).toEqual(["a", "b"]);
    expect(ids(search(songs, "rock, not fast"))).toEqual(["b", "a"]);
  });

  test("of the tempo counts at half or double speed if the energy says so", () => {
    const calm = measured("calm", {
      bpm: { value: 124, confidence: 0.9 },
      energy: { value: "very_low", confidence: 0.7 },
    });
    const wild = measured("wild", { bpm: { value: 86, confidence: 0.9 }, energy: { value: "high", confidence: 0.8 } });
    expect(search([calm, wild], "slow music").hits[0]).toMatchObject({
      songId: "calm",
      reasons: ["measured: 124 bpm, felt as 62"],
    });
    expect(search([calm, wild], "fast music").hits.map(({ songId }) => songId)).toEqual(["wild"]);
  });

  test("decides no constraint: its verdict stays unknown, and a known song comes first", () => {
    const known = song({ id: "z", keyName: "D", keyMode: "minor" });
    const { hits } = search([mode("minor"), mode("major"), known], "in a minor key");
    expect(hits.map(({ songId, verdicts }) => [songId, verdicts[0]?.verdict])).toEqual([
      ["z", "met"],
      ["minor", "unknown"],
    ]);
  });
});

test("a constraint finds no song that the wishes do not find, but orders them", () => {
  const tags = { genre: ["tango"] };
  const level = (value: Energy) => ({ ...NOTHING, energy: { value, confidence: 0.8 } });
  const songs = [
    song({ id: "a", tags, measured: level("high") }),
    song({ id: "b", tags, measured: level("low") }),
    song({ id: "c", tags }),
    song({ id: "d", measured: level("low") }),
  ];
  const found = search(songs, "tango, energy: low");
  expect(ids(found)).toEqual(["b", "c", "a"]);
  expect(found.hits[0]?.reasons).toEqual(["tango", "measured: low energy"]);
});

test.each(["car chase", "a funeral", "rock", "fast-food restaurant"])("%p is no plain wish", (query) => {
  expect(
    search(SONGS, query)
      .hits.flatMap(({ reasons }) => reasons)
      .join(),
  ).not.toContain("measured");
});
