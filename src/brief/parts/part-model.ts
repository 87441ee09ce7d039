import type { Steps } from "../../lib/steps.ts";
import type { TextFeature } from "../features/feature-names.ts";
import {
  classChances,
  type LinearModel,
  normalised,
  readLinearModel,
  weightLines,
  weightsOf,
} from "../linear-model.ts";
import { PART_KINDS, type PartChances } from "./part-kind.ts";

/**
 * A linear-chain model of the kinds of segments: a softmax over features for each segment, and weights of one kind
 * following another. Fitted by scripts/train-parts.ts.
 */
export interface PartModel {
  readonly segments: LinearModel;
  /** By the kind before and the kind after: how much likelier the pair is than by chance, as a factor. */
  readonly follows: readonly (readonly number[])[];
}

/** Returns the probability of each kind by segment (forward-backward algorithm, Rabiner 1989). */
export function* partChances(
  { segments: model, follows }: PartModel,
  segments: readonly (readonly TextFeature[])[],
): Steps<readonly PartChances[]> {
  const precedes = turned(follows);
  const forward: (readonly number[])[] = [];
  const local: (readonly number[])[] = [];
  for (const [at, features] of segments.entries()) {
    yield;
    const own = classChances(model, features);
    const before = forward[at - 1];
    local.push(own);
    forward.push(
      before === undefined ? own : normalised(own.map((value, kind) => value * dot(before, precedes[kind] ?? []))),
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

function namedChances([direction = 0, scene = 0, reference = 0, complaint = 0, logistics = 0]: number[]): PartChances {
  return { direction, scene, reference, complaint, logistics };
}

/** Exchanges the rows and columns of a table. */
function turned(table: readonly (readonly number[])[]): readonly (readonly number[])[] {
  return table.map((_, at) => table.map((row) => row[at] ?? 0));
}

function product(a: readonly number[], b: readonly number[]): number[] {
  return a.map((value, at) => value * (b[at] ?? 0));
}

function dot(a: readonly number[], b: readonly number[]): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

/** Parses the lines that scripts/train-parts.ts writes. */
export function readPartModel(text: string): PartModel {
  const lines = weightLines(text);
  const kinds = PART_KINDS.length;
  return {
    segments: readLinearModel(lines.slice(kinds), kinds),
    follows: lines.slice(0, kinds).map((line) => weightsOf(line).map((weight) => Math.exp(weight))),
  };
}
