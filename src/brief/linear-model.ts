import { type TextFeature, UNKNOWN } from "./features/feature-names.ts";
import { KnownNames } from "./features/known-names.ts";

/** Number of units that a weight of 1 has in a file of weights. */
export const WEIGHT_UNITS = 100;

/** A row of weights for each feature, with a weight for each class. Fitted by a script of `scripts/`. */
export interface LinearModel {
  readonly classes: number;
  /** Has the row of each feature in `weights`. */
  readonly names: KnownNames;
  readonly weights: Float64Array;
}

/** Returns the probability of each class (softmax of the features' summed weights). Unknown features count as nothing. */
export function classChances({ classes, names, weights }: LinearModel, features: readonly TextFeature[]): number[] {
  const sums = Array.from({ length: classes }, () => 0);
  for (const feature of features) {
    const row = names.row(feature);
    if (row !== UNKNOWN) addRow(sums, row, weights);
  }
  return softmax(sums);
}

/** Returns the sum of rows of weights. */
export function addWeights(rows: readonly number[], weights: Float64Array, classes: number): number[] {
  const sums = Array.from({ length: classes }, () => 0);
  for (const row of rows) addRow(sums, row, weights);
  return sums;
}

function addRow(sums: number[], row: number, weights: Float64Array): void {
  const start = row * sums.length;
  for (let one = 0; one < sums.length; one++) sums[one] = (sums[one] ?? 0) + (weights[start + one] ?? 0);
}

export function softmax(scores: readonly number[]): number[] {
  let highest = -Infinity;
  for (const score of scores) highest = Math.max(highest, score);
  const odds: number[] = [];
  for (const score of scores) odds.push(Math.exp(score - highest));
  return normalised(odds);
}

/** Returns the values divided by their sum. */
export function normalised(values: readonly number[]): number[] {
  let sum = 0;
  for (const value of values) sum += value;
  const shares: number[] = [];
  for (const value of values) shares.push(value / sum);
  return shares;
}

/** Returns the lines of a file of weights without comments: a feature, a tab, and a weight in hundredths for each class. */
export function weightLines(text: string): readonly string[] {
  return text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
}

export function readLinearModel(lines: readonly string[], classes: number): LinearModel {
  const weights = new Float64Array(lines.length * classes);
  for (const [row, line] of lines.entries()) {
    for (const [one, weight] of weightsOf(line).entries()) weights[row * classes + one] = weight;
  }
  return { classes, names: new KnownNames(lines.map((line) => line.slice(0, line.indexOf("\t")))), weights };
}

/** Returns the weights of a line. */
export function weightsOf(line: string): number[] {
  const numbers = line.slice(line.indexOf("\t") + 1).split(" ");
  return numbers.map((weight) => Number(weight) / WEIGHT_UNITS);
}
