import { once } from "../../lib/once.ts";
import { situations } from "./situation.ts";

/** Concepts by their numbers, and at the same places a weight for each. */
export interface WeightedConcepts {
  readonly concepts: Uint16Array;
  readonly weights: Float64Array;
}

/** A situation with its concepts as numbers, because the expected values of a story add up thousands of them. */
export interface NumberedSituation {
  readonly phrase: string;
  readonly wants: WeightedConcepts;
  /** What would spoil it, each with a weight of 1. */
  readonly wrong: WeightedConcepts;
}

/** All situations in their order, and the names of their concepts by number. */
export const numberedSituations = once(() => {
  const names: string[] = [];
  const numbers = new Map<string, number>();
  const numberOf = (name: string): number => {
    const known = numbers.get(name) ?? names.push(name) - 1;
    numbers.set(name, known);
    return known;
  };
  const all = situations().map(({ phrase, wants, wrong }): NumberedSituation => ({
    phrase,
    wants: {
      concepts: Uint16Array.from(wants, ({ name }) => numberOf(name)),
      weights: Float64Array.from(wants, ({ weight }) => weight),
    },
    wrong: { concepts: Uint16Array.from(wrong, numberOf), weights: new Float64Array(wrong.length).fill(1) },
  }));
  return { all, names };
});
