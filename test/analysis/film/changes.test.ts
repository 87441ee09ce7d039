import { describe, expect, test } from "bun:test";
import { changesOf, type MomentLook } from "../../../src/analysis/film/changes.ts";

function moment(given: Partial<MomentLook> = {}): MomentLook {
  const timeOfDay = { value: "unsure", confidence: 0.4 };
  return { brightness: 0.4, timeOfDay, edgeDensity: 0.1, activity: 0.02, isZoom: false, ...given };
}

/** Six moments whose values go from the first to the second. */
function between(first: Partial<MomentLook>, last: Partial<MomentLook>): readonly MomentLook[] {
  const [one, other] = [moment(first), moment(last)];
  const along = (from: number, to: number, at: number): number => from + ((to - from) * at) / 5;
  return Array.from({ length: 6 }, (_, at) => ({
    brightness: along(one.brightness, other.brightness, at),
    timeOfDay: at < 3 ? one.timeOfDay : other.timeOfDay,
    edgeDensity: along(one.edgeDensity, other.edgeDensity, at),
    activity: along(one.activity, other.activity, at),
    isZoom: one.isZoom,
  }));
}

const day = { timeOfDay: { value: "day", confidence: 0.9 } };
const night = { timeOfDay: { value: "night", confidence: 0.9 } };
const crowd = { edgeDensity: 0.25, activity: 0.3 };

describe("the changes of a film", () => {
  test("are those of light, time of day and fullness", () => {
    expect(changesOf(between({ brightness: 0.2 }, { brightness: 0.5 }), 0)).toEqual(["dark to bright"]);
    expect(changesOf(between({ brightness: 0.5 }, { brightness: 0.2 }), 0)).toEqual(["bright to dark"]);
    expect(changesOf(between(day, night), 0)).toEqual(["day to night"]);
    expect(changesOf(between({ ...night, brightness: 0.1 }, { ...day, brightness: 0.5 }), 0)).toEqual([
      "night to day",
      "dark to bright",
    ]);
    expect(changesOf(between({}, crowd), 0)).toEqual(["empty to crowded"]);
    expect(changesOf(between(crowd, {}), 0)).toEqual(["crowded to empty"]);
  });

  test("are none in a film that stays the same, has two moments, or flickers", () => {
    expect(changesOf(between({}, {}), 0)).toEqual([]);
    expect(changesOf(between({ brightness: 0.1 }, { brightness: 0.6 }).slice(0, 2), 0)).toEqual([]);
    expect(changesOf(between(night, day), 0.5)).toEqual([]);
    expect(changesOf([], 0)).toEqual([]);
  });

  test("are none for shots in any order of light", () => {
    const light = [0.1, 0.6, 0.3, 0.1, 0.5, 0.4];
    expect(
      changesOf(
        light.map((brightness) => moment({ brightness })),
        0,
      ),
    ).toEqual([]);
  });

  test("are none for movement without details, details without movement, and a zoom", () => {
    expect(changesOf(between({}, { activity: 0.4 }), 0)).toEqual([]);
    expect(changesOf(between({}, { edgeDensity: 0.4 }), 0)).toEqual([]);
    expect(changesOf(between({ isZoom: true }, crowd), 0)).toEqual([]);
  });
});
