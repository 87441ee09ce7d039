import { describe, expect, test } from "bun:test";
import { type Facts, isSharedBy, readCondition, strengthOf } from "../../../src/brief/sights/condition.ts";
import { factsOf } from "../../../src/brief/sights/facts.ts";
import { film, picture, sure } from "../../support/analyses.ts";

const SAID = new Map([
  ["time night", 0.8],
  ["scene town", 0.4],
]);
const MEASURED = new Map([
  ["brightness", 0.3],
  ["cuts per minute", 20],
]);
const facts: Facts = {
  said: (about, value) => SAID.get(`${about} ${value}`) ?? 0,
  certainty: (about, value) => SAID.get(`${about} ${value}`) ?? 0,
  measured: (name) => MEASURED.get(name) ?? null,
};
const strength = (text: string): number => strengthOf(readCondition(text), facts);

describe("a condition", () => {
  test("holds as far as the statement is certain", () => {
    expect(strength("time night")).toBe(0.8);
    expect(strength("time day")).toBe(0);
  });

  test("with alternatives holds by the most certain one", () => {
    expect(strength("scene city or town")).toBe(0.4);
    expect(strength("scene city or town or time night")).toBe(0.8);
  });

  test("on a number holds along its ramp, rising or falling", () => {
    expect(strength("brightness .2 to .4")).toBeCloseTo(0.5);
    expect(strength("brightness .4 to .2")).toBeCloseTo(0.5);
    expect(strength("brightness .5 to .6")).toBe(0);
    expect(strength("cuts per minute 8 to 15")).toBe(1);
  });

  test("does not hold without a measurement", () => {
    expect(strength("speech 0 to 1")).toBe(0);
    expect(strength("speech 1 to 0")).toBe(0);
  });
});

describe("what two conditions share", () => {
  const shared = (one: string, other: string): boolean => isSharedBy(readCondition(one), readCondition(other));

  test("is a statement of both", () => {
    expect(shared("scene city", "scene road or city or town")).toBe(true);
    expect(shared("scene city", "scene road")).toBe(false);
    expect(shared("scene city", "time night")).toBe(false);
  });

  test("is a number that both want low, or both high", () => {
    expect(shared("brightness .35 to .2", "brightness .4 to .25")).toBe(true);
    expect(shared("brightness .35 to .2", "brightness .4 to .6")).toBe(false);
    expect(shared("brightness .35 to .2", "contrast .4 to .25")).toBe(false);
    expect(shared("cuts per minute 38 to 60", "cuts per minute 18 to 32")).toBe(false);
  });
});

describe("the facts of an analysis", () => {
  test("discount a guess below its confidence, and drop uncertain ones", () => {
    const { said } = factsOf(
      picture({ time_of_day: sure("night", 0.6), weather: { value: "unsure", confidence: 0.9 } }),
    );
    expect(said("time", "night")).toBeLessThan(0.6);
    expect(said("time", "night")).toBeGreaterThan(0.4);
    expect(said("weather", "unsure")).toBe(0);
  });

  test("are silent about what the picture does not show", () => {
    const none = sure("none", 0.99);
    const { said } = factsOf(picture({ time_of_day: none, weather: none, setting: none, scenes: [none] }));
    for (const about of ["time", "weather", "setting", "scene"]) expect(said(about, "none")).toBe(0);
  });

  test("know values by their other names", () => {
    const { said } = factsOf(picture({ setting: sure("outdoors"), scenes: [sure("beach"), sure("village", 0.5)] }));
    expect(said("setting", "outdoor")).toBeGreaterThan(0.5);
    expect(said("scene", "coast")).toBeGreaterThan(said("scene", "town"));
    expect(said("scene", "town")).toBeGreaterThan(0);
  });

  test("trust a description more than a head, and a measurement more than both", () => {
    const description = { model: "eyes", words: ["night"] };
    const guessed = { time_of_day: sure("day", 0.7), description };
    const dim = factsOf(picture({ ...guessed, brightness: 0.3 }));
    expect(dim.said("time", "night")).toBeGreaterThan(dim.said("time", "day"));
    expect(factsOf(picture({ ...guessed, brightness: 0.9 })).said("time", "night")).toBe(0);
  });

  test("of a regularly cut film are no more cuts, although its first shot begins without one", () => {
    const short = factsOf(film({ duration: 12, cut_curve: [0, 30, 30, 30, 30, 30] }));
    expect(short.measured("cuts gained")).toBe(0);
    const long = factsOf(film({ duration: 120, cut_curve: [0, 30, 30, 30, 60, 60] }));
    expect(long.measured("cuts gained")).toBeGreaterThan(0.9);
  });

  test("of a film include changes over time", () => {
    const { measured } = factsOf(
      film({
        cut_curve: [5, 5, 10, 10, 30, 30],
        brightness_curve: [0.2, 0.2, 0.4, 0.4, 0.6, 0.6],
        cuts_per_minute: 15,
      }),
    );
    expect(measured("cuts gained")).toBeCloseTo(25 / 15);
    expect(measured("brightness gained")).toBeCloseTo(0.4);
    expect(factsOf(picture()).measured("cuts gained")).toBeNull();
  });

  test("of colours come from the colours and not from their names", () => {
    const palette = [
      { name: "whatever", hex: "#1030c0", share: 0.4 },
      { name: "dark", hex: "#203a80", share: 0.2 },
      { name: "x", hex: "#805020", share: 0.1 },
      { name: "x", hex: "#fefefe", share: 0.1 },
      { name: "x", hex: "#777777", share: 0.1 },
      { name: "x", hex: "#050505", share: 0.1 },
    ];
    const { measured } = factsOf(picture({ palette }));
    expect(measured("blue")).toBeCloseTo(0.6);
    expect(["brown", "white", "grey", "black", "red"].map(measured)).toEqual([0.1, 0.1, 0.1, 0.1, 0]);
  });
});
