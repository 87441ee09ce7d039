import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { packFloats, packHead } from "../../scripts/train/pack-heads.ts";
import { isToneFeature } from "../../src/analysis/colour-features.ts";
import { featuresOf } from "../../src/analysis/features.ts";
import { guess } from "../../src/analysis/heads.ts";
import type { StoredHead, StoredHeads } from "../../src/analysis/learned-heads.ts";
import { readHeads } from "../../src/analysis/learned-heads.ts";
import { contradictionsIn } from "../support/contradictions.ts";
import { even, mirrored, sunset } from "../support/drawn-pictures.ts";

const { colour, shape } = featuresOf(even([128, 128, 128]));
const width = colour.length + shape.length;

/** A head that ignores the features and always returns these scores. */
function fixed(scores: Readonly<Record<string, number>>, { slope = 1, mostSure = 1, sureFrom = 0 } = {}): StoredHead {
  const values = Object.keys(scores);
  const weights = new Float64Array((width + 1) * values.length);
  for (const [row, score] of Object.values(scores).entries()) weights[row * (width + 1) + width] = score;
  return packHead({ values, features: "all", temperature: 1, slope, mostSure, sureFrom }, weights, width);
}

const plain: StoredHeads = {
  colourFeatures: colour.length,
  means: packFloats(new Float32Array(width)),
  deviations: packFloats(new Float32Array(width).fill(1)),
  subject: fixed({ place: 6, people: 0, graphic: -6 }),
  time: fixed({ day: 3, dusk: 0, none: 0 }),
  weather: fixed({ cloudy: 2, rain: 0, none: 0 }),
  setting: fixed({ indoors: 0, outdoors: 4 }),
  scene: fixed({ city: 1.5, coast: 0.8, indoor: 0, none: -1 }),
  valence: fixed({ valence: 0.4 }),
  arousal: fixed({ arousal: -3 }),
};
const guessWith = (changed: Partial<StoredHeads>, pixels = sunset()) =>
  guess(featuresOf(pixels), readHeads({ ...plain, ...changed }));

describe("guess", () => {
  test("gives a value with its confidence, and a second scene as a hint", () => {
    const seen = guessWith({});
    expect(seen.subject.value).toBe("place");
    expect(seen.timeOfDay.value).toBe("day");
    expect(seen.timeOfDay.confidence).toBeGreaterThan(0.85);
    expect(seen.setting.value).toBe("outdoors");
    expect(seen.scenes.map(({ value }) => value)).toEqual(["city", "coast"]);
    expect(seen.valence).toBe(0.4);
    expect(seen.arousal).toBe(-1);
  });

  test("is unsure unless a value has more than half of the probability", () => {
    expect(guessWith({ time: fixed({ day: 0.1, dusk: 0, night: 0 }) }).timeOfDay.value).toBe("unsure");
    const { scenes } = guessWith({ scene: fixed({ city: 0.1, coast: 0, none: 0 }) });
    expect(scenes).toHaveLength(1);
    expect(scenes[0]?.value).toBe("unsure");
  });

  test("has no scene and no weather for people", () => {
    const seen = guessWith({ subject: fixed({ place: -6, people: 6 }) });
    expect(seen.subject.value).toBe("people");
    expect(seen.scenes.map(({ value }) => value)).toEqual(["none"]);
    expect(seen.weather.value).toBe("none");
    expect(seen.timeOfDay.value).toBe("day");
  });

  test("sees nothing but the graphic in a graphic", () => {
    const seen = guessWith({ subject: fixed({ place: 0, graphic: 9 }) });
    expect(seen.subject.value).toBe("graphic");
    for (const { value } of [seen.timeOfDay, seen.weather, seen.setting, ...seen.scenes]) expect(value).toBe("none");
  });

  test("has no weather in a room", () => {
    const seen = guessWith({ setting: fixed({ indoors: 9, outdoors: 0 }) });
    expect(seen.setting.value).toBe("indoors");
    expect(seen.weather.value).toBe("none");
    expect(seen.scenes[0]?.value).not.toBe("city");
  });

  test("lowers the confidence by the slope of a head, and keeps the value", () => {
    const [steep, gentle] = [{ slope: 1 }, { slope: 0.5 }].map(
      (certainty) => guessWith({ setting: fixed({ indoors: 0, outdoors: 4 }, certainty) }).setting,
    );
    expect(gentle?.value).toBe("outdoors");
    expect(gentle?.confidence).toBeLessThan(steep?.confidence ?? 0);
  });

  test("is never surer than a head can be, and keeps the value", () => {
    const limited = guessWith({ setting: fixed({ indoors: 0, outdoors: 9 }, { mostSure: 0.89 }) }).setting;
    expect(limited).toEqual({ value: "outdoors", confidence: 0.89 });
    const unlimited = guessWith({ setting: fixed({ indoors: 0, outdoors: 9 }) }).setting;
    expect(unlimited.confidence).toBeGreaterThan(0.99);
  });

  test("gives a rating only where it is sure, and none of a picture without colour", () => {
    expect(guessWith({ valence: fixed({ valence: 0.4 }, { sureFrom: 0.5 }) }).valence).toBe(0);
    const grey = guessWith({}, even([90, 90, 90]));
    expect([grey.valence, grey.arousal]).toEqual([0, 0]);
  });

  test("does not use colour in a picture without colour", () => {
    const isTone = isToneFeature();
    const weights = new Float64Array(2 * (width + 1));
    for (const [at, tone] of isTone.entries()) if (!tone) weights[at] = 1;
    const onColour = { values: ["day", "night"], features: "all", temperature: 1, slope: 1, mostSure: 1, sureFrom: 0 };
    const heads = { time: packHead(onColour, weights, width), weather: fixed({ none: 0, rain: 0 }) };
    for (const value of [40, 90, 200]) {
      const { timeOfDay } = guessWith(heads, even([value, value, value]));
      expect(timeOfDay).toEqual({ value: "unsure", confidence: 0.5 });
    }
    expect(guessWith(heads).timeOfDay.value).not.toBe("unsure");
  });
});

describe("guesses of any heads", () => {
  const score = fc.double({ min: -8, max: 8, noNaN: true });
  const anyOf = (values: string) =>
    fc.record(Object.fromEntries(values.split(" ").map((value) => [value, score]))).map((scores) => fixed(scores));
  const anyHeads = fc.record({
    subject: anyOf("place people animal object food texture graphic"),
    setting: anyOf("indoors outdoors"),
    scene: anyOf("city coast forest indoor mountain open road sky stadium town none"),
    time: anyOf("day dusk night none"),
    weather: anyOf("cloudy fog rain snow sunrise sunshine none"),
  });
  const features = featuresOf(sunset());

  test("never contradict each other", () => {
    fc.assert(
      fc.property(anyHeads, (heads) => {
        const seen = guess(features, readHeads({ ...plain, ...heads }));
        for (const { value } of seen.scenes) expect(contradictionsIn({ ...seen, scene: value })).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });
});

describe("stored weights", () => {
  test("reproduce the original scores to a hundredth", () => {
    const weights = Float64Array.from({ length: 2 * (width + 1) }, (_, at) => Math.sin(at * 1.7) / 20);
    const head = readHeads({
      ...plain,
      scene: packHead({ ...plain.scene, values: ["one", "two"], temperature: 2 }, weights, width),
    }).scene;
    const features = Float32Array.from({ length: width }, (_, at) => Math.cos(at * 0.3));
    const scores = head.scores(features);
    for (const row of [0, 1]) {
      let score = weights[row * (width + 1) + width] ?? 0;
      for (let at = 0; at < width; at++) score += (weights[row * (width + 1) + at] ?? 0) * (features[at] ?? 0);
      expect(scores[row]).toBeCloseTo(score / 2, 2);
    }
  });
});

describe("featuresOf", () => {
  test("is the same for a mirror image", () => {
    const [one, other] = [featuresOf(sunset()), featuresOf(mirrored(sunset()))];
    for (const part of ["colour", "shape"] as const) {
      const apart = one[part].map((value, at) => Math.abs(value - (other[part][at] ?? 0)));
      expect(Math.max(...apart)).toBeLessThan(2e-3);
    }
  });

  test("is finite for the smallest picture and for a blank one", () => {
    for (const picture of [
      even([0, 0, 0]),
      even([255, 255, 255]),
      { data: Uint8Array.of(7, 8, 9), width: 1, height: 1 },
    ]) {
      expect([...featuresOf(picture).colour, ...featuresOf(picture).shape].every(Number.isFinite)).toBe(true);
    }
  });
});
