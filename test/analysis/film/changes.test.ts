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

/** The changes of a film whose curve of brightness has the moments' values. */
function changed(moments: readonly MomentLook[], flicker: number): readonly string[] {
  return changesOf(
    moments,
    flicker,
    moments.map(({ brightness }) => brightness),
  );
}

const day = { timeOfDay: { value: "day", confidence: 0.9 } };
const night = { timeOfDay: { value: "night", confidence: 0.9 } };
const crowd = { edgeDensity: 0.25, activity: 0.3 };

describe("the changes of a film", () => {
  test("are those of light, time of day and fullness", () => {
    expect(changed(between({ brightness: 0.2 }, { brightness: 0.5 }), 0)).toEqual(["dark to bright"]);
    expect(changed(between({ brightness: 0.5 }, { brightness: 0.2 }), 0)).toEqual(["bright to dark"]);
    expect(changed(between(day, night), 0)).toEqual(["day to night"]);
    expect(changed(between({ ...night, brightness: 0.1 }, { ...day, brightness: 0.5 }), 0)).toEqual([
      "night to day",
      "dark to bright",
    ]);
    expect(changed(between({}, crowd), 0)).toEqual(["empty to crowded"]);
    expect(changed(between(crowd, {}), 0)).toEqual(["crowded to empty"]);
  });

  test("are none in a film that stays the same, has two moments, or flickers", () => {
    expect(changed(between({}, {}), 0)).toEqual([]);
    expect(changed(between({ brightness: 0.1 }, { brightness: 0.6 }).slice(0, 2), 0)).toEqual([]);
    expect(changed(between(night, day), 0.5)).toEqual([]);
    expect(changed([], 0)).toEqual([]);
  });

  test("are none for shots in any order of light", () => {
    const light = [0.1, 0.6, 0.3, 0.1, 0.5, 0.4];
    expect(
      changed(
        light.map((brightness) => moment({ brightness })),
        0,
      ),
    ).toEqual([]);
  });

  test("are none for movement without details, details without movement, and a zoom", () => {
    expect(changed(between({}, { activity: 0.4 }), 0)).toEqual([]);
    expect(changed(between({}, { edgeDensity: 0.4 }), 0)).toEqual([]);
    expect(changed(between({ isZoom: true }, crowd), 0)).toEqual([]);
  });

  test("are no change of light that the curve of the film does not have", () => {
    const moments = [0.38, 0.45, 0.52].map((brightness) => moment({ brightness }));
    expect(changesOf(moments, 0, [0.38, 0.45, 0.52])).toEqual(["dark to bright"]);
    expect(changesOf(moments, 0, [0.506, 0.386, 0.462])).toEqual([]);
  });
});
