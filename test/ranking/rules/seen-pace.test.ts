import { describe, expect, test } from "bun:test";
import { film, picture, sure } from "../../support/analyses.ts";
import { ids, searchBySight, song } from "../support.ts";

const tags = { mood: ["energetic"], characteristic: ["fast"] };
const fast = { cuts_per_minute: 35, pace: 0.92, motion: 20 };
const at = (bpm: number | null) => song({ id: bpm === null ? "open" : `at-${bpm}`, tags, bpm });

describe("the seen pace rule", () => {
  test("puts songs near the pace first, and cuts none", () => {
    const order = ids(searchBySight([at(70), at(132), at(null), at(108)], [film(fast)]));
    expect(order[0]).toBe("at-132");
    expect(order.at(-1)).toBe("at-70");
    expect(order.length).toBe(4);
  });

  test("is off if the text gives a tempo", () => {
    expect(ids(searchBySight([at(70), at(132)], [film(fast)], "energetic, under 80 bpm"))).toEqual(["at-70"]);
  });

  test("gives a reason for songs at that pace", () => {
    expect(searchBySight([at(132)], [film(fast)]).hits[0]?.reasons).toContain("132 bpm, near the pace seen");
    expect(searchBySight([at(70)], [film(fast)]).hits[0]?.reasons.join()).not.toContain("near the pace seen");
  });

  test("uses the tempo of music in the film, its half or its double", () => {
    const sound = { loudness: -18, silence_share: 0, speech_share: 0, music_bpm: 100 };
    const heard = film({ weather: sure("rain"), sound });
    const songs = [100, 50, 200, 128].map((bpm) => song({ id: `${bpm}`, bpm, tags: { mood: ["melancholic"] } }));
    expect(ids(searchBySight(songs, [heard]))).toEqual(["100", "200", "50", "128"]);
    expect(searchBySight(songs, [heard]).hits[0]?.reasons).toContain("100 bpm, near the tempo heard");
  });

  test("prefers songs of suitable energy, if the catalog gives one", () => {
    const calm = { tags: { mood: ["melancholic"] } };
    const songs = [song({ id: "a", energy: "high", ...calm }), song({ id: "b", energy: "low", ...calm })];
    expect(ids(searchBySight(songs, [picture({ weather: sure("rain") })]))).toEqual(["b", "a"]);
  });
});
