import { type TextFeature, UNKNOWN } from "../features/feature-names.ts";
import { KnownNames } from "../features/known-names.ts";
import { softmax } from "../linear-model.ts";
import { STANCES } from "./stance.ts";

const CLASSES = STANCES.length;

/** Each weight is one character: this one is 0, and the next one is a unit more. */
export const ZERO_CODE = 79;
/** The farthest that a character can be from zero: space to "~". */
export const CODE_MAX = 47;
/** Units of a weight of 1. */
export const CODE_UNITS = 25;

/**
 * One hidden layer beside direct weights (wide and deep: Cheng et al. 2016). Features are binary, so a layer is the sum
 * of the rows of those that are present.
 */
export interface StanceNetwork {
  /** Has the row of each feature. */
  readonly names: KnownNames;
  readonly hidden: number;
  /** For each row, a weight for each class, then one for each hidden unit, in units. */
  readonly weights: Int8Array;
  /** For each class, then for each hidden unit: its bias. */
  readonly biases: Float64Array;
  /** For each hidden unit, a weight for each class. */
  readonly outputs: Float64Array;
}

/** Slope of a hidden unit below 0 ("leaky ReLU"). */
export const LEAK = 0.01;

/**
 * Reads the lines of a file of weights: "biases" and "outputs" with their numbers, then a feature, a tab and a character
 * for each weight.
 */
export function readStanceNetwork(text: string): StanceNetwork {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("# "));
  const [biases, outputs] = [lines[0], lines[1]].map((line = "") =>
    Float64Array.from(line.split(" ").slice(1), Number),
  );
  if (biases === undefined || outputs === undefined || outputs.length === 0)
    throw new Error("The file of stances has no biases and outputs.");
  const width = biases.length;
  const names: string[] = [];
  const weights = new Int8Array((lines.length - 2) * width);
  for (let row = 0; row + 2 < lines.length; row++) {
    const line = lines[row + 2] ?? "";
    const from = line.length - width;
    names.push(line.slice(0, from - 1));
    for (let at = 0; at < width; at++) weights[row * width + at] = line.charCodeAt(from + at) - ZERO_CODE;
  }
  return { names: new KnownNames(names), hidden: width - CLASSES, weights, biases, outputs };
}

/** Returns the sums of the weights of features, in units. Unknown features count as nothing. */
export function weightSums({ names, hidden, weights }: StanceNetwork, features: readonly TextFeature[]): Int32Array {
  const width = CLASSES + hidden;
  const sums = new Int32Array(width);
  for (const feature of features) {
    const row = names.row(feature);
    if (row === UNKNOWN) continue;
    const start = row * width;
    for (let at = 0; at < width; at++) sums[at] = (sums[at] ?? 0) + (weights[start + at] ?? 0);
  }
  return sums;
}

/**
 * Returns the chance of each stance, in the order of `STANCES`.
 *
 * @param shared The sums of features that several phrases share.
 */
export function networkChances(
  network: StanceNetwork,
  features: readonly TextFeature[],
  shared: readonly Int32Array[] = [],
): number[] {
  const { hidden, biases, outputs } = network;
  const sums = weightSums(network, features);
  for (const one of shared) for (let at = 0; at < sums.length; at++) sums[at] = (sums[at] ?? 0) + (one[at] ?? 0);
  const scores: number[] = [];
  for (let one = 0; one < CLASSES; one++) scores.push((biases[one] ?? 0) + (sums[one] ?? 0) / CODE_UNITS);
  for (let unit = 0; unit < hidden; unit++) {
    const sum = (biases[CLASSES + unit] ?? 0) + (sums[CLASSES + unit] ?? 0) / CODE_UNITS;
    const value = leaky(sum);
    for (let one = 0; one < CLASSES; one++)
      scores[one] = (scores[one] ?? 0) + value * (outputs[unit * CLASSES + one] ?? 0);
  }
  return softmax(scores);
}

/** Returns what a hidden unit passes on. */
export function leaky(sum: number): number {
  return sum > 0 ? sum : LEAK * sum;
}
