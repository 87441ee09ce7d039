import { describe, expect, test } from "bun:test";
import { checkGuesses } from "../../src/analysis/check-guesses.ts";
import type { Guesses } from "../../src/analysis/heads.ts";
import { measure } from "../../src/analysis/measures.ts";
import { draw, grain } from "../support/drawn-pictures.ts";

const sure = (value: string) => ({ value, confidence: 0.82 });
const DAY: Guesses = {
  subject: sure("place"),
  timeOfDay: sure("day"),
  weather: sure("none"),
  setting: sure("outdoors"),
  scenes: [sure("sky")],
  valence: 0,
  arousal: 0,
};

type Colour = readonly [number, number, number];
/** A sky of one colour with brighter streaks of it. */
const sky = ([red, green, blue]: Colour) =>
  measure(
    draw(160, 120, (x, y) => {
      const light = 1 + 0.15 * grain(x, y) + (Math.abs(Math.sin(9 * x + 3 * y)) < 0.05 ? 0.8 : 0);
      return [red * light, green * light, blue * light];
    }),
  );
const hourIn = (colour: Colour) => checkGuesses(DAY, sky(colour), false).timeOfDay;

describe("a guess of daylight", () => {
  test("is unsure in a dark violet picture, such as lightning or stage light", () => {
    expect(hourIn([90, 50, 140])).toMatchObject({ value: "unsure" });
    expect(hourIn([70, 36, 110]).confidence).toBeLessThan(0.5);
  });

  test("stays under a blue or grey sky, and in a bright field of lavender", () => {
    for (const colour of [
      [70, 110, 180],
      [120, 124, 130],
      [176, 148, 204],
    ] as const)
      expect(hourIn(colour)).toEqual(sure("day"));
  });
});
