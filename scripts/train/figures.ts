import type { Shares } from "../../src/analysis/decide.ts";
import { confidenceOf } from "../../src/analysis/heads.ts";
import type { Certainty } from "./reliability.ts";

/** A held-out picture with a label of the data: its joint probabilities, and its right value. */
export interface HeldOut {
  readonly shares: Shares;
  readonly right: string;
}

export interface Figures {
  readonly pictures: number;
  /** Share of the pictures whose most likely value is right. A value of `silent` is not counted. */
  readonly accuracy: number;
  readonly topTwo: number;
  /** Share of pictures for which the analysis gives no value. */
  readonly silent: number;
  /** Accuracy on the other pictures. */
  readonly rightWhenSure: number;
}

/** @param silent a value that says nothing: the label is among the others. */
export function figuresOf(heldOut: readonly HeldOut[], certainty: Certainty, silent: string): Figures {
  let [right, topTwo, sure, rightWhenSure] = [0, 0, 0, 0];
  for (const one of heldOut) {
    const ranked = Object.entries(one.shares).toSorted((a, b) => b[1] - a[1]);
    const [first, second] = ranked.filter(([value]) => value !== silent);
    const isRight = first?.[0] === one.right;
    if (isRight) right++;
    if (isRight || second?.[0] === one.right) topTwo++;
    const [top] = ranked;
    if (top === undefined || top[0] === silent || confidenceOf(top[1], certainty) <= 0.5) continue;
    sure++;
    if (isRight) rightWhenSure++;
  }
  const count = Math.max(1, heldOut.length);
  const rounded = (value: number): number => Math.round(value * 1000) / 1000;
  return {
    pictures: heldOut.length,
    accuracy: rounded(right / count),
    topTwo: rounded(topTwo / count),
    silent: rounded(1 - sure / count),
    rightWhenSure: rounded(rightWhenSure / Math.max(1, sure)),
  };
}

/** Returns Pearson's r. */
export function correlation(pairs: readonly (readonly [number, number])[]): number {
  const mean = (side: 0 | 1): number => pairs.reduce((sum, pair) => sum + pair[side], 0) / pairs.length;
  const [one, other] = [mean(0), mean(1)];
  let [both, first, second] = [0, 0, 0];
  for (const pair of pairs) {
    both += (pair[0] - one) * (pair[1] - other);
    first += (pair[0] - one) ** 2;
    second += (pair[1] - other) ** 2;
  }
  return Math.round((both / Math.sqrt(first * second)) * 1000) / 1000;
}

/** The fewest pictures from which a limit is derived. */
const PICTURES_MIN = 20;

/**
 * Returns the least distance from the mean at which a guess has the right sign in `share` of the cases, or infinity.
 * @param pairs guesses and ratings, both relative to their means.
 */
export function sureFrom(pairs: readonly (readonly [guess: number, rating: number])[], share: number): number {
  const sorted = pairs.toSorted((one, other) => Math.abs(other[0]) - Math.abs(one[0]));
  let right = 0;
  let limit = Number.POSITIVE_INFINITY;
  for (const [at, [guess, rating]] of sorted.entries()) {
    if (guess > 0 === rating > 0) right++;
    if (at + 1 >= PICTURES_MIN && right >= share * (at + 1)) limit = Math.abs(guess);
  }
  return limit;
}
