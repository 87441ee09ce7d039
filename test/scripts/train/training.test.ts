import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { calibrate, correlation, figuresOf, type HeldOut } from "../../../scripts/train/figures.ts";
import { fitRidge } from "../../../scripts/train/fit-ridge.ts";
import { fitSoftmax, scoresOf } from "../../../scripts/train/fit-softmax.ts";
import { byGroup, bySource } from "../../../scripts/train/hold-out.ts";
import type { LabelledPicture } from "../../../scripts/train/labelled-pictures.ts";
import { minimise } from "../../../scripts/train/minimise.ts";
import { randomFrom } from "../../../scripts/lib/random.ts";
import { VARIANTS, vary } from "../../../scripts/train/vary.ts";
import { sunset } from "../../support/drawn-pictures.ts";

const picture = (source: string, group: string): LabelledPicture => ({
  file: `${group}.jpg`,
  source,
  group,
  isGrey: false,
  timeOfDay: null,
  weather: null,
  setting: null,
  scene: null,
  isThing: false,
  valence: null,
  arousal: null,
});

describe("minimise", () => {
  test("finds the minimum of a bowl and of a curved valley", () => {
    const bowl = minimise(
      ([x = 0, y = 0], gradient) => {
        gradient.set([2 * (x - 3), 20 * (y + 1)]);
        return (x - 3) ** 2 + 10 * (y + 1) ** 2;
      },
      new Float64Array(2),
      100,
    );
    expect(bowl[0]).toBeCloseTo(3, 2);
    expect(bowl[1]).toBeCloseTo(-1, 2);
  });
});

describe("fitSoftmax", () => {
  test("separates three clusters and gives the same result each time", () => {
    const random = randomFrom(7);
    const classOf = Array.from({ length: 90 }, (_, at) => at % 3);
    const centres = [
      [2, 0],
      [-2, 1],
      [0, -2],
    ];
    const rows = Float32Array.from(classOf.flatMap((one) => (centres[one] ?? []).map((at) => at + random() - 0.5)));
    const train = (): Float64Array =>
      fitSoftmax({ rows, width: 2, classOf, weightOf: classOf.map(() => 1), classes: 3 }, 1e-3);
    const weights = train();
    const scores = new Float64Array(3);
    const found = classOf.map((_, at) => {
      scoresOf(rows, at * 2, 2, weights, scores);
      return scores.indexOf(Math.max(...scores));
    });
    expect(found).toEqual(classOf);
    expect(train()).toEqual(weights);
  });
});

describe("fitRidge", () => {
  test("fits a plane, and shrinks it more for a larger penalty", () => {
    const random = randomFrom(3);
    const rows = Float32Array.from({ length: 40 }, () => random() - 0.5);
    const targets = Array.from({ length: 20 }, (_, at) => 5 + 2 * (rows[2 * at] ?? 0) - (rows[2 * at + 1] ?? 0));
    const free = fitRidge(rows, 2, targets, 1e-9);
    const bound = fitRidge(rows, 2, targets, 10);
    expect(free[0]).toBeCloseTo(2, 0);
    expect(free[1]).toBeCloseTo(-1, 0);
    expect(Math.abs(bound[0] ?? 0)).toBeLessThan(Math.abs(free[0] ?? 0));
  });
});

describe("a hold-out split", () => {
  const pictures = Array.from({ length: 120 }, (_, at) => picture(`source ${at % 3}`, `group ${Math.floor(at / 4)}`));
  const places = pictures.map((_, at) => at);

  test("shares no group with the training pictures, and holds out each picture once", () => {
    const splits = byGroup(pictures, places, 4);
    for (const { learn, judge } of splits) {
      const learnt = new Set(learn.map((at) => pictures[at]?.group));
      expect(judge.filter((at) => learnt.has(pictures[at]?.group))).toEqual([]);
    }
    expect(splits.flatMap(({ judge }) => judge).toSorted((one, other) => one - other)).toEqual(places);
  });

  test("by source evaluates only values that other sources have", () => {
    const valueOf = new Map(places.map((at) => [at, at % 3 === 0 ? (at % 2) + 5 : at % 2]));
    expect(bySource(pictures, places, valueOf).map(({ name }) => name)).toEqual(["source 1", "source 2"]);
  });
});

describe("figures", () => {
  const judged = (right: boolean, margin: number): HeldOut => ({
    scores: Float64Array.of(margin, 0, -1),
    right: right ? 0 : 1,
  });

  test("give the accuracy and the calibration error", () => {
    const figures = figuresOf([judged(true, 9), judged(true, 9), judged(false, 9), judged(true, 0.1)], 1);
    expect(figures).toMatchObject({ pictures: 4, accuracy: 0.75, topTwo: 1, unsure: 0.25, rightWhenSure: 0.667 });
    expect(figures.ece).toBeGreaterThan(0.2);
  });

  test("calibration lowers the confidence of an overconfident head", () => {
    const mixed = Array.from({ length: 40 }, (_, at) => judged(at % 4 !== 0, 8));
    const temperature = calibrate(mixed);
    expect(temperature).toBeGreaterThan(2);
    expect(figuresOf(mixed, temperature).ece).toBeLessThan(0.05);
  });

  test("correlation is 1 for a line, and -1 for a falling one", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.integer({ min: -5, max: 5 }), (slope, shift) => {
        const line = [1, 2, 3, 7].map((x) => [x, slope * x + shift] as const);
        expect(correlation(line)).toBe(1);
        expect(correlation(line.map(([x, y]) => [x, -y] as const))).toBe(-1);
      }),
    );
  });
});

describe("vary", () => {
  test("returns the picture itself first, and the same variants for the same seed", () => {
    const variants = vary(sunset(), randomFrom(1));
    expect(variants).toHaveLength(VARIANTS);
    expect(variants[0]).toEqual(sunset());
    expect(vary(sunset(), randomFrom(1))).toEqual(variants);
    expect(vary(sunset(), randomFrom(2))).not.toEqual(variants);
  });

  test("gives grey variants equal channels", () => {
    const [, { data } = sunset()] = vary(sunset(), randomFrom(1));
    expect(data.every((value, at) => value === data[at - (at % 3)])).toBe(true);
  });
});
