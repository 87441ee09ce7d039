import type { Kin } from "../../../schema/brief.ts";
import { once } from "../../lib/once.ts";
import { vocabulary } from "../vocabulary.ts";
import { type Situation, situations } from "./situation.ts";

/** Minimum weight of a spoiler's kin that spoil a situation as well, and the share of a wish's contraries that do. */
const NEAR = 0.6;
const CONTRARY_SHARE = 0.7;

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
  /** The same with its kin and the contraries of what suits, as far as some situation wants them. */
  readonly spoils: WeightedConcepts;
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
  const weighted = (entries: readonly (readonly [number, number])[]): WeightedConcepts => ({
    concepts: Uint16Array.from(entries, ([number]) => number),
    weights: Float64Array.from(entries, ([, weight]) => weight),
  });
  const numbered = situations().map((situation) => ({
    situation,
    wants: weighted(situation.wants.map(({ name, weight }) => [numberOf(name), weight])),
    wrong: weighted(situation.wrong.map((name) => [numberOf(name), 1])),
  }));
  const wanted = new Set(situations().flatMap(({ wants }) => wants.map(({ name }) => name)));
  const all = numbered.map(({ situation, wants, wrong }): NumberedSituation => {
    const spoilers = [...spoilersOf(situation)].filter(([name]) => wanted.has(name));
    return {
      phrase: situation.phrase,
      wants,
      wrong,
      spoils: weighted(spoilers.map(([name, weight]) => [numberOf(name), weight])),
    };
  });
  return { all, names };
});

/** Returns what would spoil a situation, by name: what its definition lists, its near kin, and contraries of what suits. */
function spoilersOf({ wants, wrong }: Situation): ReadonlyMap<string, number> {
  const spoilers = new Map<string, number>();
  const raise = (name: string, weight: number): void =>
    void spoilers.set(name, Math.max(spoilers.get(name) ?? 0, weight));
  const kinOf = (name: string): readonly Kin[] => vocabulary().concept(name)?.kin ?? [];
  for (const { name, weight } of wants)
    for (const kin of kinOf(name)) if (kin.weight < 0) raise(kin.name, -kin.weight * weight * CONTRARY_SHARE);
  for (const name of wrong) {
    raise(name, 1);
    for (const kin of kinOf(name)) if (kin.weight >= NEAR) raise(kin.name, kin.weight);
  }
  for (const { name, weight } of wants) if (weight >= (spoilers.get(name) ?? 0)) spoilers.delete(name);
  return spoilers;
}
