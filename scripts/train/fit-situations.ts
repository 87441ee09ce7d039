import type { SituationModel, SituationValues } from "../../src/brief/situations/situation-model.ts";
import type { Situation } from "../../src/brief/situations/situation.ts";
import { vocabulary } from "../../src/brief/vocabulary.ts";

/** A text or a list of cues of a situation. */
export interface SituationSample {
  /** The situation's number in `situations()`. */
  readonly situation: number;
  readonly cues: ReadonlySet<string>;
  /** How much an occurrence counts: 1 for a story. */
  readonly weight: number;
  readonly isStory: boolean;
}

/** Similar situations that lend their counts, and the share of them. */
const SIMILAR_MAX = 12;
const SIMILAR_SHARE = 1;
/** Power of the likeness: above 1, the most similar situations lend most. */
const LIKENESS_POWER = 2;

/** Counts the cues of the samples, and finds for each situation the most similar others by what they want. */
export function fitSituations(samples: readonly SituationSample[], situations: readonly Situation[]): SituationModel {
  const counts = new Map<string, Map<number, number>>();
  const own = situations.map(() => 0);
  for (const { situation, cues, weight } of samples) {
    for (const cue of cues) {
      const of = counts.get(cue) ?? new Map<number, number>();
      counts.set(cue, of.set(situation, (of.get(situation) ?? 0) + weight));
    }
    own[situation] = (own[situation] ?? 0) + cues.size * weight;
  }
  const similar = similarTo(situations);
  const totals = own.map((count) => count);
  for (const [situation, lenders] of similar.entries())
    for (const [at, other] of lenders.situations.entries())
      totals[other] = (totals[other] ?? 0) + (lenders.values[at] ?? 0) * (own[situation] ?? 0);
  return {
    counts: new Map([...counts].map(([cue, of]) => [cue, { situations: [...of.keys()], values: [...of.values()] }])),
    totals,
    total: own.reduce((sum, count) => sum + count, 0),
    similar,
  };
}

/** Returns, by situation, the situations that borrow its counts, and their shares. */
function similarTo(situations: readonly Situation[]): readonly SituationValues[] {
  const vectors = situations.map(wantsVector);
  const mean = meanOf(vectors);
  const directions = vectors.map((vector) => directionOf(minus(vector, mean), [...mean.keys()]));
  return directions.map((one, number) => {
    const likeness = directions
      .map((other, at) => [at, at === number ? 0 : Math.max(0, dotOf(one, other)) ** LIKENESS_POWER] as const)
      .toSorted((a, b) => b[1] - a[1])
      .slice(0, SIMILAR_MAX)
      .filter(([, value]) => value > 0);
    const sum = likeness.reduce((total, [, value]) => total + value, 0);
    return {
      situations: likeness.map(([at]) => at),
      values: likeness.map(([, value]) => (SIMILAR_SHARE * value) / sum),
    };
  });
}

/** Returns the vector with length 1, in the order of `names`: each is compared with every other, and a map is slow. */
function directionOf(vector: ReadonlyMap<string, number>, names: readonly string[]): Float64Array {
  const values = Float64Array.from(names, (name) => vector.get(name) ?? 0);
  const size = Math.sqrt(dotOf(values, values));
  return size === 0 ? values : values.map((value) => value / size);
}

function dotOf(one: Float64Array, other: Float64Array): number {
  let dot = 0;
  for (let at = 0; at < one.length; at++) dot += (one[at] ?? 0) * (other[at] ?? 0);
  return dot;
}

/** Returns what a situation wants, with the kin of each concept at their share. */
export function wantsVector({ wants }: Pick<Situation, "wants">): ReadonlyMap<string, number> {
  const vector = new Map<string, number>();
  const raise = (name: string, weight: number): void => void vector.set(name, Math.max(vector.get(name) ?? 0, weight));
  for (const { name, weight } of wants) {
    raise(name, weight);
    for (const kin of vocabulary().concept(name)?.kin ?? []) if (kin.weight > 0) raise(kin.name, kin.weight * weight);
  }
  return vector;
}

export function meanOf(vectors: readonly ReadonlyMap<string, number>[]): ReadonlyMap<string, number> {
  const mean = new Map<string, number>();
  for (const vector of vectors)
    for (const [name, value] of vector) mean.set(name, (mean.get(name) ?? 0) + value / vectors.length);
  return mean;
}

export function minus(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const difference = new Map(a);
  for (const [name, value] of b) difference.set(name, (difference.get(name) ?? 0) - value);
  return difference;
}

export function cosine(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let dot = 0;
  for (const [name, value] of a) dot += value * (b.get(name) ?? 0);
  const size = (of: ReadonlyMap<string, number>): number => of.values().reduce((sum, value) => sum + value * value, 0);
  return dot === 0 ? 0 : dot / Math.sqrt(size(a) * size(b));
}
