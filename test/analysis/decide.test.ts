import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { decide, fit, type Shares } from "../../src/analysis/decide.ts";

const VALUES = {
  subject: ["place", "people", "animal", "object", "food", "texture", "graphic"],
  setting: ["indoors", "outdoors"],
  scene: ["city", "coast", "forest", "indoor", "mountain", "open", "road", "sky", "stadium", "town", "none"],
  time: ["day", "dusk", "night", "none"],
  weather: ["cloudy", "fog", "rain", "snow", "sunrise", "sunshine", "none"],
};

const ABOUT = ["subject", "setting", "scene", "time", "weather"] as const;

const sharesOver = (values: readonly string[]) =>
  fc
    .array(fc.double({ min: -9, max: 9, noNaN: true }), { minLength: values.length, maxLength: values.length })
    .map((scores): Shares => {
      const powers = scores.map((score) => Math.exp(score));
      const total = powers.reduce((sum, power) => sum + power, 0);
      return Object.fromEntries(values.map((value, at) => [value, (powers[at] ?? 0) / total]));
    });
const anyViews = fc.record({
  subject: sharesOver(VALUES.subject),
  setting: sharesOver(VALUES.setting),
  scene: sharesOver(VALUES.scene),
  time: sharesOver(VALUES.time),
  weather: sharesOver(VALUES.weather),
});

describe("decide", () => {
  test("returns probabilities that sum to 1", () => {
    fc.assert(
      fc.property(anyViews, (heads) => {
        const seen = decide(heads);
        for (const about of ABOUT) {
          expect(Object.values(seen[about]).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 6);
        }
      }),
      { numRuns: 100 },
    );
  });

  test("never gives more than half of the probability to two values that cannot be true together", () => {
    fc.assert(
      fc.property(anyViews, (heads) => {
        const seen = decide(heads);
        const likely: Record<string, string> = {};
        for (const about of ABOUT) {
          for (const [value, share] of Object.entries(seen[about])) if (share > 0.5) likely[about] = value;
        }
        expect(fit(likely)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  test("lets a sure head correct an unsure one", () => {
    const even = (values: readonly string[]): Shares =>
      Object.fromEntries(values.map((value) => [value, 1 / values.length]));
    const seen = decide({
      subject: { place: 1 },
      setting: { indoors: 0.6, outdoors: 0.4 },
      scene: { mountain: 0.9, indoor: 0.1 },
      time: even(VALUES.time),
      weather: even(VALUES.weather),
    });
    expect(seen.setting["outdoors"]).toBeGreaterThan(0.8);
    expect(seen.scene["mountain"]).toBeGreaterThan(0.8);
  });
});

describe("values that fit together", () => {
  test.each([
    [{ setting: "outdoors", scene: "indoor" }],
    [{ setting: "indoors", scene: "coast" }],
    [{ setting: "indoors", weather: "rain" }],
    [{ subject: "people", setting: "outdoors", scene: "forest" }],
    [{ subject: "food", setting: "outdoors", weather: "snow" }],
    [{ subject: "graphic", time: "day" }],
    [{ time: "night", weather: "sunshine", setting: "outdoors" }],
  ])("are not %p", (reading) => {
    expect(fit(reading)).toBe(false);
  });

  test.each([
    [{}],
    [{ setting: "indoors", scene: "stadium" }],
    [{ setting: "outdoors", scene: "stadium", time: "night" }],
    [{ subject: "people", setting: "indoors" }],
    [{ subject: "graphic" }],
    [{ time: "night", weather: "rain", setting: "outdoors" }],
  ])("can be %p", (reading) => {
    expect(fit(reading)).toBe(true);
  });
});
