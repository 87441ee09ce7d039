import type { Steps } from "../../lib/steps.ts";
import { PART_KINDS, type PartChances } from "./part-kind.ts";

/** Number of units that a weight of 1 has in the file. */
export const WEIGHT_UNITS = 100;

/**
 * A linear-chain model of the kinds of segments: a softmax over features for each segment, and weights of one kind
 * following another. Fitted by scripts/train-parts.ts.
 */
export interface PartModel {
  /** By feature: the number of its row in `weights`. */
  readonly rows: ReadonlyMap<string, number>;
  /** A row per feature, with a weight for each of PART_KINDS. */
  readonly weights: Float64Array;
  /** By the kind before and the kind after: how much likelier the pair is than by chance, as a factor. */
  readonly follows: readonly (readonly number[])[];
}

/** Returns the probability of each kind by segment (forward-backward algorithm, Rabiner 1989). */
export function* partChances(
  { rows, weights, follows }: PartModel,
  segments: readonly (readonly string[])[],
): Steps<readonly PartChances[]> {
  const forward: (readonly number[])[] = [];
  const local: (readonly number[])[] = [];
  for (const [at, features] of segments.entries()) {
    yield;
    const own = softmax(addWeights(rowsOf(rows, features), weights));
    const before = forward[at - 1];
    local.push(own);
    forward.push(
      before === undefined ? own : normalised(own.map((value, kind) => value * dot(before, columnOf(follows, kind)))),
    );
  }
  const chances: PartChances[] = [];
  let backward: readonly number[] = PART_KINDS.map(() => 1);
  for (let at = segments.length - 1; at >= 0; at--) {
    yield;
    chances.push(namedChances(normalised(product(forward[at] ?? [], backward))));
    const after = product(local[at] ?? [], backward);
    backward = normalised(follows.map((row) => dot(row, after)));
  }
  return chances.toReversed();
}

function rowsOf(rows: ReadonlyMap<string, number>, features: readonly string[]): readonly number[] {
  return features.flatMap((feature) => rows.get(feature) ?? []);
}

/** Returns the sum of rows of weights. */
export function addWeights(rows: readonly number[], weights: Float64Array): number[] {
  const sums = PART_KINDS.map(() => 0);
  for (const row of rows) {
    for (const kind of sums.keys()) sums[kind] = (sums[kind] ?? 0) + (weights[row * PART_KINDS.length + kind] ?? 0);
  }
  return sums;
}

export function softmax(scores: readonly number[]): number[] {
  const highest = Math.max(...scores);
  return normalised(scores.map((score) => Math.exp(score - highest)));
}

function namedChances([direction = 0, scene = 0, reference = 0, complaint = 0, logistics = 0]: number[]): PartChances {
  return { direction, scene, reference, complaint, logistics };
}

function columnOf(table: readonly (readonly number[])[], at: number): number[] {
  return table.map((row) => row[at] ?? 0);
}

function product(a: readonly number[], b: readonly number[]): number[] {
  return a.map((value, at) => value * (b[at] ?? 0));
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
}

function normalised(values: readonly number[]): number[] {
  const sum = values.reduce((total, value) => total + value, 0);
  return values.map((value) => value / sum);
}

/** Parses the lines that scripts/train-parts.ts writes. */
export function readPartModel(text: string): PartModel {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const follows = lines
    .slice(0, PART_KINDS.length)
    .map((line) => numbersOf(line).map((weight) => Math.exp(weight / WEIGHT_UNITS)));
  const features = lines.slice(PART_KINDS.length);
  const weights = new Float64Array(features.length * PART_KINDS.length);
  for (const [row, line] of features.entries()) {
    for (const [kind, weight] of numbersOf(line).entries())
      weights[row * PART_KINDS.length + kind] = weight / WEIGHT_UNITS;
  }
  return { rows: new Map(features.map((line, row) => [line.slice(0, line.indexOf("\t")), row])), weights, follows };
}

function numbersOf(line: string): number[] {
  return line
    .slice(line.indexOf("\t") + 1)
    .split(" ")
    .map(Number);
}
