import { describe, expect, test } from "bun:test";
import { NO_FILTER, parseSongFilter } from "../../src/catalog/song-filter.ts";

describe("a filter", () => {
  test("has folded values", () => {
    expect(parseSongFilter({}, 0)).toEqual({ kind: "filter", filter: NO_FILTER });
    const raw = {
      genre: "Hip  Hop, ambient",
      energy: "Very Low,high",
      bpm: "120,118..124.5",
      key: "A  Minor",
      artist: "Ada Field,77",
      instrumental: "TRUE",
      explicit: "false,true",
    };
    expect(parseSongFilter(raw, 0)).toEqual({
      kind: "filter",
      filter: {
        tags: { genre: ["hip hop", "ambient"] },
        energy: ["very_low", "high"],
        bpm: [
          { minBpm: 120, maxBpm: 120 },
          { minBpm: 118, maxBpm: 124.5 },
        ],
        key: ["a minor"],
        artist: ["Ada Field", "77"],
        instrumental: [true],
        explicit: [false, true],
        rights: {},
        today: "",
      },
    });
  });

  test.each([
    [{ tempo: "120" }, /^filter\[tempo\] is not a filter; the filters are genre, /],
    [{ genre: "" }, /^filter\[genre\] has an empty value/],
    [{ mood: "calm,,sad" }, /^filter\[mood\] has an empty value/],
    [{ energy: "extreme" }, /^filter\[energy\]: expected one of very_low, low, medium, high, got "extreme"\.$/],
    [{ bpm: "fast" }, /^filter\[bpm\]: expected a number up to 1000 or a range/],
    [{ one_stop: "perhaps" }, /^filter\[one_stop\]: expected one of true, false/],
    [{ ai: "robot" }, /^filter\[ai\]: expected one of human, with_ai, by_ai/],
    [{ territory: "Atlantis" }, /^filter\[territory\]: expected a country or its code/],
    [{ bpm: "124..118" }, /^filter\[bpm\]: expected/],
    [{ bpm: "118.." }, /^filter\[bpm\]: expected/],
    [{ bpm: "1..2..3" }, /^filter\[bpm\]: expected/],
    [{ bpm: "-5" }, /^filter\[bpm\]: expected/],
    [{ key: "foo" }, /^filter\[key\]: expected a key such as "A minor"/],
    [{ instrumental: "yes" }, /^filter\[instrumental\]: expected true or false/],
    [{ genre: Array.from({ length: 51 }, (_, at) => at).join(",") }, /takes at most 50 values, got 51/],
  ])("refuses %j", (raw, complaint) => {
    const parsed = parseSongFilter(raw, 0);
    const parameter = `filter[${Object.keys(raw)[0]}]`;
    expect(parsed).toEqual({
      kind: "complaints",
      complaints: [{ parameter, detail: expect.stringMatching(complaint) }],
    });
  });

  test.each(["A", "a minor", "F# dorian", "Bb major", "c sharp phrygian", "B♭ minor"])("accepts the key %s", (key) => {
    expect(parseSongFilter({ key }, 0).kind).toBe("filter");
  });

  test("reports all its mistakes together", () => {
    const parsed = parseSongFilter({ tempo: "1", bpm: "fast,slow", explicit: "no" }, 0);
    expect(parsed.kind === "complaints" ? parsed.complaints : []).toHaveLength(4);
  });
});
