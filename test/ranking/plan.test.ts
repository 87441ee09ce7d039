import { describe, expect, test } from "bun:test";
import { planScan } from "../../src/ranking/plan.ts";
import type { RankingIndex } from "../../src/ranking/ranking-index.ts";
import { type Ask, soughtWord } from "../../src/ranking/rule.ts";
import { indexOf, song } from "./support.ts";

const ask = (weight: number, terms: readonly number[]): Ask => ({
  weight,
  share: 1,
  sought: soughtWord("a wish"),
  terms: terms.map((term) => ({ term, part: 1, shows: "tag", name: "" })),
});

/** Returns an index that only has the number of songs and frequencies. */
function counting(songCount: number, frequency: (term: number) => number): RankingIndex {
  return { ...indexOf([song({ id: "a" })]), songCount, frequency };
}

describe("a plan", () => {
  test("divides the same units among all wishes", () => {
    const { asks } = planScan(
      [ask(1, [1]), ask(3, [2]), ask(-1, [3])],
      counting(10, () => 1),
    );
    expect(asks.map(({ sign, terms }) => [sign, terms[0]?.units])).toEqual([
      [1, 15_000],
      [1, 5_000],
      [-1, 5_000],
    ]);
  });

  test("has a term once in an ask, by its larger part", () => {
    const twice = [0.5, 0.8].map((part) => ({ term: 7, part, shows: "tag", name: "" }) as const);
    const { asks } = planScan(
      [{ weight: 1, share: 1, sought: soughtWord("a wish"), terms: twice }],
      counting(10, () => 1),
    );
    expect(asks[0]?.terms.map(({ units }) => units)).toEqual([16_000]);
  });

  test("drops weak and frequent terms if the plan exceeds its budget", () => {
    const songs = 1_000_000;
    const frequency = (term: number): number => (term < 10 ? 400_000 : 1_000);
    const common = Array.from({ length: 10 }, (_, term) => ask(term + 1, [term]));
    const rare = Array.from({ length: 50 }, (_, at) => ask(0.5, [10 + at]));
    const kept = planScan([...common, ...rare], counting(songs, frequency)).asks.map((one) => one.terms[0]?.term.term);
    expect(kept.filter((term = 0) => term >= 10).length).toBe(50);
    expect(kept.filter((term = 0) => term < 10)).toEqual([9, 8, 7, 6]);
  });

  test("keeps avoided terms, however frequent", () => {
    const common = Array.from({ length: 10 }, (_, term) => ask(term + 1, [term]));
    const avoided = ask(-0.1, [20]);
    const kept = planScan(
      [...common, avoided],
      counting(1_000_000, () => 900_000),
    ).asks.map((one) => one.terms[0]?.term.term);
    expect(kept).toEqual([9, 20]);
  });

  test("keeps everything in a catalog of usual size", () => {
    const asks = Array.from({ length: 40 }, (_, term) => ask(1, [term]));
    expect(
      planScan(
        asks,
        counting(10_000, () => 5_000),
      ).asks.length,
    ).toBe(40);
  });
});
