import type { Kin, Wish } from "../../../schema/brief.ts";
import { memoize } from "../../lib/memoize.ts";
import { once } from "../../lib/once.ts";
import type { Passage } from "../passage.ts";
import { cueShare } from "../parts/part-shares.ts";
import type { Vocabulary } from "../vocabulary.ts";
import counts from "./counts.txt" with { type: "text" };
import { type Situation, situations } from "./situation.ts";
import { cueOf } from "./situation-features.ts";
import { cueEvidence, readSituationModel, situationChances, type WeightedCue } from "./situation-model.ts";

/** What a story implies, before it is weighed against what the client asks for. */
export interface ImpliedMusic {
  readonly wanted: readonly Wish[];
  readonly avoided: readonly Wish[];
}

const WISHES_MAX = 12;
/** Wishes with a smaller share of the strongest one are left out. */
const SHARE_MIN = 0.25;
/** Weight of a concept that would spoil every likely situation. */
const SPOILED = 0.5;
const SPOILED_MIN = 0.35;
/** A wish names at most this many of the situations that explain it, those that add most to its weight first. */
const NAMED_MAX = 2;
/** Less likely situations are left out: together they change hardly any wish. */
const CHANCE_MIN = 0.001;

export const NOTHING_IMPLIED: ImpliedMusic = { wanted: [], avoided: [] };

const model = once(() => readSituationModel(counts));

/** Cached, because stories share most of their cues, and the logarithms of a cue cost more than all else. */
const knownEvidence = once(() => memoize((cue: string) => cueEvidence(model(), cue)));

/** Returns what the stories of the passages imply. Empty if no part of them tells a story. */
export function readSituations(passages: readonly Passage[], vocabulary: Vocabulary): ImpliedMusic {
  const cues = weightedCues(passages);
  if (cues.length === 0) return NOTHING_IMPLIED;
  const chances = situationChances(model(), cues, knownEvidence());
  const likely = situations()
    .map((situation, number): LikelySituation => ({ situation, chance: chances[number] ?? 0 }))
    .filter(({ chance }) => chance >= CHANCE_MIN)
    .toSorted((a, b) => b.chance - a.chance);
  const clear = clarity(chances);
  return {
    wanted: impliedWishes(likely, clear, vocabulary),
    avoided: spoilers(likely, clear, vocabulary),
  };
}

/** A situation and the probability that the text shows it, 0 to 1. The sum over all situations is 1. */
interface LikelySituation {
  readonly situation: Situation;
  readonly chance: number;
}

/** Returns the cues of the parts that tell a story, each with the highest share that it has anywhere. */
function weightedCues(passages: readonly Passage[]): readonly WeightedCue[] {
  const weights = new Map<string, number>();
  for (const passage of passages) {
    for (const [at, { word }] of passage.tokens.entries()) {
      // A clause about the job is no story: "the licence should cover TV in Austria".
      const cue = passage.claimed[at] === "logistics" ? null : cueOf(word);
      if (cue === null || !model().counts.has(cue)) continue;
      weights.set(cue, Math.max(weights.get(cue) ?? 0, cueShare(passage, at)));
    }
  }
  return [...weights].filter(([, weight]) => weight > 0).map(([cue, weight]) => ({ cue, weight }));
}

/** Returns 0 for chances without information, and 1 for a single possible situation: one less their relative entropy. */
function clarity(chances: Float64Array): number {
  const entropy = chances.reduce((sum, chance) => (chance === 0 ? sum : sum - chance * Math.log(chance)), 0);
  return 1 - entropy / Math.log(chances.length);
}

function impliedWishes(likely: readonly LikelySituation[], clear: number, vocabulary: Vocabulary): readonly Wish[] {
  const expected = new Map<string, { weight: number; from: { name: string; weight: number }[] }>();
  for (const { situation, chance } of likely) {
    for (const { name, weight } of situation.wants) {
      const share = { name: situation.phrase, weight: chance * weight };
      const one = expected.get(name);
      if (one === undefined) expected.set(name, { weight: share.weight, from: [share] });
      else {
        one.weight += share.weight;
        one.from.push(share);
      }
    }
  }
  const ordered = [...expected].toSorted((a, b) => b[1].weight - a[1].weight).slice(0, WISHES_MAX);
  const strongest = ordered[0]?.[1].weight ?? 1;
  return ordered
    .filter(([, { weight }]) => weight >= SHARE_MIN * strongest)
    .flatMap(([name, { weight, from }]): Wish[] => {
      const concept = vocabulary.concept(name);
      if (concept === undefined) return [];
      const named = from.toSorted((a, b) => b.weight - a.weight).slice(0, NAMED_MAX);
      return [
        {
          facet: concept.facet,
          name,
          weight: rounded(Math.min(1, 2 * clear) * (weight / strongest)),
          from: named.map((one) => one.name),
          kin: withoutContraries(concept.kin),
          isImplied: true,
        },
      ];
    });
}

function spoilers(likely: readonly LikelySituation[], clear: number, vocabulary: Vocabulary): readonly Wish[] {
  const expected = new Map<string, number>();
  for (const { situation, chance } of likely)
    for (const name of situation.wrong) expected.set(name, (expected.get(name) ?? 0) + chance);
  return [...expected]
    .filter(([, chance]) => chance >= SPOILED_MIN)
    .flatMap(([name, chance]): Wish[] => {
      const concept = vocabulary.concept(name);
      if (concept === undefined) return [];
      const kin = concept.avoidedKin.filter(({ weight }) => weight >= 0.8);
      return [
        {
          facet: concept.facet,
          name,
          weight: rounded(SPOILED * chance * Math.min(1, 2 * clear)),
          from: [],
          kin,
          isImplied: true,
        },
      ];
    });
}

/** The spoilers of the situation replace the contraries of its wishes. Cached, because the ranking looks each list up. */
function withoutContraries(kin: readonly Kin[]): readonly Kin[] {
  const known = kinWithoutContraries().get(kin);
  if (known !== undefined) return known;
  const kept = kin.filter(({ weight }) => weight > 0);
  kinWithoutContraries().set(kin, kept);
  return kept;
}

const kinWithoutContraries = once(() => new WeakMap<readonly Kin[], readonly Kin[]>());

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
