import type { BpmRange } from "../../../schema/brief.ts";
import type { DetectedSight } from "./detect-sights.ts";
import type { Pace } from "./sight-lines.ts";

/** The wishes of one asset, or of all together, before the text is considered. */
export interface SightWishes {
  /** For each concept, its weight from 0 to 1, and the names of its sights, the strongest first. */
  readonly wants: ReadonlyMap<string, WishedConcept>;
  readonly against: ReadonlyMap<string, number>;
  readonly tempo: Pace<BpmRange> | null;
  readonly energy: Pace<number> | null;
}

export interface WishedConcept {
  readonly weight: number;
  readonly from: readonly string[];
}

/** The best evidence counts in full and each further one by this share, as with the terms of an ask in ranking. */
const FURTHER = 0.25;

/** A sight is named too if its evidence has at least this share of the strongest. */
const NAMED_TOO = 0.6;
const NAMED_MAX = 2;

/** Factor for reducing a wish of one sight that would spoil another sight. */
const SPOILS = 0.6;

/** Adds up the wishes of all sights of one picture. */
export function weighSights(seen: readonly DetectedSight[]): SightWishes {
  const evidence = new Map<string, Evidence[]>();
  const against = new Map<string, number>();
  for (const { sight, strength, rejection, name, informativeness } of seen) {
    for (const kin of sight.wants) {
      const known = evidence.get(kin.name);
      const given = kin.weight * strength;
      const one = { given, informativeness: given * informativeness, name };
      if (known === undefined) evidence.set(kin.name, [one]);
      else known.push(one);
    }
    for (const kin of sight.against)
      against.set(kin.name, Math.max(against.get(kin.name) ?? 0, kin.weight * rejection));
  }
  const wants = new Map<string, WishedConcept>();
  for (const [concept, found] of evidence) {
    const sorted = found.toSorted((a, b) => b.given - a.given);
    const sum = sorted.reduce((total, { given }, at) => total + (at === 0 ? given : given * FURTHER), 0);
    const weight = Math.min(1, sum) - SPOILS * (against.get(concept) ?? 0);
    if (weight > 0) wants.set(concept, { weight, from: foremost(sorted) });
    // Concepts that remain wanted do not count against songs.
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
  readonly informativeness: number;
  readonly name: string;
}

/** Returns the most informative names of those with enough evidence. */
function foremost(evidence: readonly Evidence[]): readonly string[] {
  const sorted = evidence.toSorted((a, b) => b.informativeness - a.informativeness);
  const most = sorted[0]?.informativeness ?? 0;
  const named = sorted.filter(({ informativeness }) => informativeness >= most * NAMED_TOO).map(({ name }) => name);
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

/** Weighs by the square, so that uncertain values change little. The weight is that of the most certain value. */
function meanOf(paces: readonly Pace<number>[]): Pace<number> | null {
  const total = paces.reduce((sum, { weight }) => sum + weight * weight, 0);
  if (total === 0) return null;
  const value = paces.reduce((sum, one) => sum + one.value * one.weight * one.weight, 0) / total;
  return { value, weight: Math.max(...paces.map(({ weight }) => weight)) };
}
