import { describe, expect, test } from "bun:test";
import type { FilmAnalysis } from "../../../schema/wire/analysis.ts";
import { cutTempoOf } from "../../../src/brief/sights/cut-tempo.ts";
import { film } from "../../support/analyses.ts";

function cutEvery(seconds: number, count: number, more: Partial<FilmAnalysis> = {}): FilmAnalysis {
  const times = Array.from({ length: count }, (_, index) => (index + 1) * seconds);
  return film({ motion: 10, activity: 0.2, cut_times: times, ...more });
}

describe("the tempo of cuts", () => {
  test.each([
    [0.5, 120],
    [1, 120],
    [2, 120],
    [0.6, 100],
    [2.4, 100],
    [0.375, 80],
  ])("of a cut every %d seconds is %d bpm, or its double or half", (seconds, bpm) => {
    expect(cutTempoOf(cutEvery(seconds, 12))).toBeCloseTo(bpm, 5);
  });

  test("tolerates a few shots of other lengths, and the grid of the survey", () => {
    const times = [0.48, 1.04, 1.52, 2, 2.52, 3.04, 4.2, 4.72, 5.2, 5.68];
    expect(cutTempoOf(film({ motion: 10, cut_times: times }))).toBeWithin(114, 124);
  });

  test("is none without movement: a series of stills", () => {
    expect(cutTempoOf(cutEvery(1, 12, { motion: 0, activity: 0 }))).toBeNull();
    expect(cutTempoOf(cutEvery(1, 12, { motion: 0, activity: 0.2 }))).not.toBeNull();
  });

  test("is none for irregular, few, or very slow cuts, and for the analyses of older builds", () => {
    expect(cutTempoOf(film({ motion: 10, cut_times: [0.4, 2, 2.3, 5, 5.9, 9, 9.4, 11] }))).toBeNull();
    expect(cutTempoOf(cutEvery(1, 5))).toBeNull();
    expect(cutTempoOf(cutEvery(6, 12))).toBeNull();
    expect(cutTempoOf(film({ motion: 10 }))).toBeNull();
  });
});
