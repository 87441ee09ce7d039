import type { BpmRange } from "../../../schema/brief.ts";
import type { DetectedSight } from "./see.ts";
import type { Pace } from "./sight-lines.ts";

/** What one picture, film, or all of them ask for, before the text is heard. */
export interface SightWishes {
  /** By concept: how much it is wanted, 0 to 1, and what led to it, foremost first. */
  readonly wants: ReadonlyMap<string, WishedConcept>;
  readonly against: ReadonlyMap<string, number>;
  readonly tempo: Pace<BpmRange> | null;
  readonly energy: Pace<number> | null;
}

export interface WishedConcept {
  readonly weight: number;
  readonly from: readonly string[];
}

/** The best evidence counts whole, each further one a quarter, as terms of one ask do in the ranking. */
const FURTHER = 0.25;

/** A sight that gives this share of what the foremost gives is named too. */
const NAMED_TOO = 0.6;
const NAMED_MAX = 2;

/** What would spoil a sight weighs so much beside what another asks for. */
const SPOILS = 0.6;

/** What several sights of one picture ask for together. */
export function weighSights(seen: readonly DetectedSight[]): SightWishes {
  const evidence = new Map<string, Evidence[]>();
  const against = new Map<string, number>();
  for (const { sight, strength, name, telling } of seen) {
    for (const kin of sight.wants) {
      const known = evidence.get(kin.name);
      const given = kin.weight * strength;
      const one = { given, telling: given * telling, name };
      if (known === undefined) evidence.set(kin.name, [one]);
      else known.push(one);
    }
    for (const kin of sight.against) against.set(kin.name, Math.max(against.get(kin.name) ?? 0, kin.weight * strength));
  }
  const wants = new Map<string, WishedConcept>();
  for (const [concept, found] of evidence) {
    const sorted = found.toSorted((a, b) => b.given - a.given);
    const sum = sorted.reduce((total, { given }, at) => total + (at === 0 ? given : given * FURTHER), 0);
    const weight = Math.min(1, sum) - SPOILS * (against.get(concept) ?? 0);
    if (weight > 0) wants.set(concept, { weight, from: foremost(sorted) });
    // What is wanted all the same is not held against a song.
    if (weight > 0) against.delete(concept);
  }
  return {
    wants,
    against,
    tempo: meanTempo(seen.flatMap(({ sight, strength }) => weighted(sight.tempo, strength))),
    energy: meanEnergy(seen.flatMap(({ sight, strength }) => weighted(sight.energy, strength))),
  };
}

interface Evidence {
  readonly given: number;
  readonly telling: number;
  readonly name: string;
}

/** By the names that tell a reader most, of those that gave enough. */
function foremost(evidence: readonly Evidence[]): readonly string[] {
  const sorted = evidence.toSorted((a, b) => b.telling - a.telling);
  const most = sorted[0]?.telling ?? 0;
  const named = sorted.filter(({ telling }) => telling >= most * NAMED_TOO).map(({ name }) => name);
  return [...new Set(named)].slice(0, NAMED_MAX);
}

function weighted<Value>(pace: Pace<Value> | null, share: number): Pace<Value>[] {
  return pace === null ? [] : [{ value: pace.value, weight: pace.weight * share }];
}

export function meanTempo(paces: readonly Pace<BpmRange>[]): Pace<BpmRange> | null {
  const minBpm = meanOf(paces.map(({ value, weight }) => ({ value: value.minBpm, weight })));
  const maxBpm = meanOf(paces.map(({ value, weight }) => ({ value: value.maxBpm, weight })));
  if (minBpm === null || maxBpm === null) return null;
  return {
    value: { minBpm: Math.round(minBpm.value), maxBpm: Math.round(maxBpm.value) },
    weight: minBpm.weight,
  };
}

export function meanEnergy(paces: readonly Pace<number>[]): Pace<number> | null {
  return meanOf(paces);
}

/** Squared, so that what is sure is not watered down by what is not; the weight is that of the surest. */
function meanOf(paces: readonly Pace<number>[]): Pace<number> | null {
  const total = paces.reduce((sum, { weight }) => sum + weight * weight, 0);
  if (total === 0) return null;
  const value = paces.reduce((sum, one) => sum + one.value * one.weight * one.weight, 0) / total;
  return { value, weight: Math.max(...paces.map(({ weight }) => weight)) };
}
