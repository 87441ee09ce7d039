import { describe, expect, test } from "bun:test";
import { packFloats, packHead } from "../../scripts/train/pack-heads.ts";
import { featuresOf } from "../../src/analysis/features.ts";
import { guess } from "../../src/analysis/heads.ts";
import type { StoredHead, StoredHeads } from "../../src/analysis/learned-heads.ts";
import { readHeads } from "../../src/analysis/learned-heads.ts";
import { even, mirrored, sunset } from "../support/drawn-pictures.ts";

const { colour, shape } = featuresOf(even([128, 128, 128]));
const width = colour.length + shape.length;

/** A head that ignores the features and always returns these scores. */
function fixed(scores: Readonly<Record<string, number>>, features = "all"): StoredHead {
  const seen = features === "all" ? width : colour.length;
  const weights = new Float64Array((seen + 1) * Object.keys(scores).length);
  for (const [row, score] of Object.values(scores).entries()) weights[row * (seen + 1) + seen] = score;
  return packHead(Object.keys(scores), features, weights, seen, 1);
}

const plain: StoredHeads = {
  colourFeatures: colour.length,
  means: packFloats(new Float32Array(width)),
  deviations: packFloats(new Float32Array(width).fill(1)),
  time: fixed({ day: 3, dusk: 0, night: 0 }, "colour"),
  weather: fixed({ cloudy: 2, rain: 0 }),
  setting: fixed({ indoors: 0, outdoors: 4 }),
  scene: fixed({ city: 1, coast: 0.8, forest: -1 }),
  valence: fixed({ valence: 0.4 }),
  arousal: fixed({ arousal: -3 }),
};
const guessWith = (changed: Partial<StoredHeads>) => guess(sunset(), readHeads({ ...plain, ...changed }));

describe("guess", () => {
  test("gives a value with its confidence, and the two most likely scenes", () => {
    const seen = guessWith({});
    expect(seen.timeOfDay).toEqual({ value: "day", confidence: 0.909 });
    expect(seen.setting.value).toBe("outdoors");
    expect(seen.scenes.map(({ value }) => value)).toEqual(["city", "coast"]);
    expect(seen.valence).toBe(0.4);
    expect(seen.arousal).toBe(-1);
  });

  test("is unsure below a confidence of 0.5, and for pictures outside a head's domain", () => {
    expect(guessWith({ time: fixed({ day: 0.1, dusk: 0, night: 0 }) }).timeOfDay.value).toBe("unsure");
    const { weather } = guessWith({ weather: fixed({ cloudy: 0, other: 5 }) });
    expect(weather.value).toBe("unsure");
    expect(weather.confidence).toBeLessThan(0.1);
  });

  test("has no confidence in the weather of a room or a night", () => {
    expect(guessWith({ setting: fixed({ indoors: 6, outdoors: 0 }) }).weather.value).toBe("unsure");
    expect(guessWith({ time: fixed({ day: 0, dusk: 0, night: 6 }) }).weather.value).toBe("unsure");
  });
});

describe("stored weights", () => {
  test("reproduce the original scores to a hundredth", () => {
    const weights = Float64Array.from({ length: 2 * (width + 1) }, (_, at) => Math.sin(at * 1.7) / 20);
    const head = readHeads({ ...plain, scene: packHead(["one", "two"], "all", weights, width, 2) }).scene;
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
