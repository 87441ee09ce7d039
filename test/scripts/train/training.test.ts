import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { correlation, figuresOf, sureFrom } from "../../../scripts/train/figures.ts";
import { fitRidge } from "../../../scripts/train/fit-ridge.ts";
import { fitSoftmax, placeRows, scoresOf } from "../../../scripts/train/fit-softmax.ts";
import { byGroup, bySource, heldOutGroups } from "../../../scripts/train/hold-out.ts";
import type { LabelledPicture } from "../../../scripts/train/labelled-pictures.ts";
import { fitJoint, type Judged, seenTogether } from "../../../scripts/train/joint-fit.ts";
import { productKernel } from "../../../scripts/train/kernel/product-kernel.ts";
import { mostSureOf, promisedSlope, reliabilityOf, slopeOf } from "../../../scripts/train/reliability.ts";
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
  subject: null,
  eye: null,
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
  test("separates three clusters and gives the same result each time", async () => {
    const random = randomFrom(7);
    const classOf = Array.from({ length: 90 }, (_, at) => at % 3);
    const centres = [
      [2, 0],
      [-2, 1],
      [0, -2],
    ];
    const rows = Float32Array.from(classOf.flatMap((one) => (centres[one] ?? []).map((at) => at + random() - 0.5)));
    const placed = placeRows(await productKernel(), rows, 2);
    const rowOf = classOf.map((_, at) => at);
    const train = (uses = new Uint8Array([1, 1])): Float64Array =>
      fitSoftmax({ rows: placed, rowOf, classOf, weightOf: classOf.map(() => 1), classes: 3, uses }, 1e-3);
    const weights = train();
    const scores = new Float64Array(3);
    const found = classOf.map((_, at) => {
      scoresOf(rows, at * 2, 2, weights, scores);
      return scores.indexOf(Math.max(...scores));
    });
    expect(found).toEqual(classOf);
    expect(train()).toEqual(weights);
    const withoutFirst = train(new Uint8Array([0, 1]));
    expect([0, 3, 6].map((at) => withoutFirst[at])).toEqual([0, 0, 0]);
    expect(withoutFirst[1]).not.toBe(0);
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
    const splits = byGroup(pictures, places, places, 4);
    for (const { learn, judge } of splits) {
      const learnt = new Set(learn.map((at) => pictures[at]?.group));
      expect(judge.filter((at) => learnt.has(pictures[at]?.group))).toEqual([]);
    }
    expect(splits.flatMap(({ judge }) => judge).toSorted((one, other) => one - other)).toEqual(places);
  });

  test("by source judges each source by the others, and never the drawn pictures", () => {
    const all = [...pictures, picture("drawn", "graphic 1")];
    const splits = bySource(all, [...places, places.length], [...places, places.length]);
    expect(splits.map(({ name }) => name)).toEqual(["source 0", "source 1", "source 2"]);
    for (const { name, learn, judge } of splits) {
      expect(judge.every((at) => all[at]?.source === name)).toBe(true);
      expect(learn.every((at) => all[at]?.source !== name)).toBe(true);
    }
  });

  test("keeps about a third of the groups that were seen by eye, and none for labels of this project", () => {
    const eye = { subject: "place", setting: null, timeOfDay: "day", weather: "none", scene: "none", isOwn: false };
    const seen = Array.from({ length: 300 }, (_, at) => ({ ...picture("a", `camera ${at}`), eye }));
    const held = heldOutGroups(seen);
    expect(held.size).toBeGreaterThan(70);
    expect(held.size).toBeLessThan(130);
    expect(heldOutGroups(seen.map((one) => ({ ...one, eye: { ...eye, isOwn: true } }))).size).toBe(0);
  });
});

describe("the joint fit", () => {
  const values = {
    subject: ["people", "place"],
    setting: ["indoors", "outdoors"],
    scene: ["coast", "indoor", "none"],
    time: ["day", "none"],
    weather: ["none", "rain"],
  };
  // The heads are sure of a coast; half of the pictures show people, of whom the heads know a little.
  const judged = Array.from({ length: 40 }, (_, at): Judged => {
    const isPeople = at % 2 === 0;
    return {
      scores: {
        subject: Float64Array.of(isPeople ? 1 : -1, 0),
        setting: Float64Array.of(0, 1),
        scene: Float64Array.of(4, 0, isPeople ? 1 : 0),
        time: Float64Array.of(1, 0),
        weather: Float64Array.of(1, 0),
      },
      right: isPeople ? { subject: "people", scene: "none" } : { subject: "place", scene: "coast" },
      weight: 1,
    };
  });

  test("corrects a head that is too sure, and gives the same result each time", () => {
    const fit = fitJoint(judged, values);
    for (const { scores, right } of judged) {
      const seen = seenTogether(scores, values, fit);
      expect(seen.scene[right.scene ?? ""]).toBeGreaterThan(0.5);
      expect(seen.subject[right.subject ?? ""]).toBeGreaterThan(0.5);
    }
    expect(fitJoint(judged, values)).toEqual(fit);
  });
});

describe("reliability", () => {
  const decided = (right: boolean, share: number) => ({
    shares: { day: share, none: 1 - share },
    right: right ? "day" : "none",
  });
  const overconfident = Array.from({ length: 40 }, (_, at) => decided(at % 4 !== 0, 0.99));

  test("lowers what an overconfident head says to what is right", () => {
    const slope = slopeOf(overconfident);
    expect(slope).toBeLessThan(0.5);
    const bin = reliabilityOf(overconfident, { slope, mostSure: 1 }).find(({ count }) => count > 0);
    expect(bin?.right).toBe(0.75);
    expect(Math.abs((bin?.said ?? 0) - 0.75)).toBeLessThan(0.06);
  });

  const kept = Array.from({ length: 40 }, (_, at) => decided(at % 20 !== 0, 0.95));

  test("keeps a promise in nine of ten cases, or does not give it", () => {
    expect(promisedSlope(kept)).toBe(1);
    for (const broken of [overconfident, overconfident.slice(0, 8)]) {
      const certainty = { slope: promisedSlope(broken), mostSure: 1 };
      expect(reliabilityOf(broken, certainty).at(-1)?.count).toBe(0);
    }
  });

  test("never says 0.9 unless enough cases show that it is right", () => {
    expect(mostSureOf(kept, 1)).toBe(1);
    for (const unproven of [kept.slice(0, 19), overconfident]) {
      const certainty = { slope: 1, mostSure: mostSureOf(unproven, 1) };
      expect(certainty.mostSure).toBeLessThan(0.9);
      expect(reliabilityOf(unproven, certainty).at(-1)?.count).toBe(0);
    }
  });

  test("never raises a confidence", () => {
    expect(slopeOf(Array.from({ length: 40 }, () => decided(true, 0.7)))).toBe(1);
  });
});

describe("figures", () => {
  const judged = (right: string, day: number, none = 0) => ({ shares: { day, dusk: 1 - day - none, none }, right });

  test("count silence apart from errors", () => {
    const figures = figuresOf(
      [judged("day", 0.9), judged("day", 0.8), judged("dusk", 0.9), judged("day", 0.3, 0.6)],
      { slope: 1, mostSure: 1 },
      "none",
    );
    expect(figures).toEqual({ pictures: 4, accuracy: 0.75, topTwo: 1, silent: 0.25, rightWhenSure: 0.667 });
  });

  test("give a rating only from where its sign is mostly right", () => {
    const pairs = Array.from({ length: 60 }, (_, at) => [at / 10, at >= 30 || at % 2 === 0 ? 1 : -1] as const);
    const limit = sureFrom(pairs, 0.9);
    expect(limit).toBeGreaterThan(1);
    expect(limit).toBeLessThan(3);
    expect(sureFrom(pairs.slice(0, 10), 0.9)).toBe(Number.POSITIVE_INFINITY);
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
