import type { Kin, Wish } from "../../../schema/brief.ts";
import { memoize } from "../../lib/memoize.ts";
import { once } from "../../lib/once.ts";
import { factOf, type Lexeme } from "../../text/lexeme.ts";
import type { Passage } from "../passage.ts";
import { cueShare } from "../parts/part-shares.ts";
import type { Vocabulary } from "../vocabulary.ts";
import counts from "./counts.txt" with { type: "text" };
import { type NumberedSituation, numberedSituations, type WeightedConcepts } from "./numbered-situations.ts";
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
/**
 * How much a concept loses for the likely situations that it would spoil, compared with what it gains for those that it
 * suits. Less for a clear story: the unclear ones need music that is wrong in none of their situations.
 */
const SPOILING = 0.6;
const SPOILING_CLEAR = 0.18;
/** Weight of a concept that would spoil every likely situation, and the chance of that from which it is avoided. */
const SPOILED = 1;
const SPOILED_MIN = 0.15;
/** Minimum weight of the kin of a concept that are avoided with it. */
const SPOILED_KIN = 0.8;
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
  const likely: LikelySituation[] = [];
  for (const [number, situation] of numberedSituations().all.entries()) {
    const chance = chances[number] ?? 0;
    if (chance >= CHANCE_MIN) likely.push({ situation, chance });
  }
  likely.sort((a, b) => b.chance - a.chance);
  const clear = clarity(chances);
  return {
    wanted: impliedWishes(likely, clear, vocabulary),
    avoided: spoilers(likely, clear, vocabulary),
  };
}

/** A situation and the probability that the text shows it, 0 to 1. The sum over all situations is 1. */
interface LikelySituation {
  readonly situation: NumberedSituation;
  readonly chance: number;
}

/** Returns the cues of the parts that tell a story, each with the highest share that it has anywhere. */
function weightedCues(passages: readonly Passage[]): readonly WeightedCue[] {
  const weights = new Map<string, number>();
  for (const passage of passages) {
    for (const [at, { lexeme }] of passage.tokens.entries()) {
      const cue = knownCues().of(lexeme);
      // A clause about the job is no story: "the licence should cover TV in Austria".
      if (cue === null || passage.claimed[at] === "logistics") continue;
      weights.set(cue, Math.max(weights.get(cue) ?? 0, cueShare(passage, at)));
    }
  }
  return [...weights].filter(([, weight]) => weight > 0).map(([cue, weight]) => ({ cue, weight }));
}

/** The cues of the model, which lexemes remember by their numbers. */
const knownCues = once(() => {
  const cues = [...model().counts.keys()];
  const numbers = new Map(cues.map((cue, number) => [cue, number + 1]));
  const numberOf = factOf((word) => numbers.get(cueOf(word) ?? "") ?? 0);
  return { of: (lexeme: Lexeme): string | null => cues[numberOf(lexeme) - 1] ?? null };
});

/** Returns 0 for chances without information, and 1 for a single possible situation: one less their relative entropy. */
function clarity(chances: Float64Array): number {
  const entropy = chances.reduce((sum, chance) => (chance === 0 ? sum : sum - chance * Math.log(chance)), 0);
  return 1 - entropy / Math.log(chances.length);
}

/** Returns the concepts that suit the likely situations more than they would spoil them, the best first. */
function impliedWishes(likely: readonly LikelySituation[], clear: number, vocabulary: Vocabulary): readonly Wish[] {
  const { sums: suiting, order } = expected(likely, ({ wants }) => wants);
  const spoiling = expected(likely, ({ spoils }) => spoils).sums;
  const share = SPOILING + (SPOILING_CLEAR - SPOILING) * Math.min(1, 2 * clear);
  const sums = suiting.map((weight, number) => weight - share * (spoiling[number] ?? 0));
  const strongest = order.reduce((most, number) => Math.max(most, sums[number] ?? 0), 0);
  const strong = order.filter((number) => {
    const weight = sums[number] ?? 0;
    return weight > 0 && weight >= SHARE_MIN * strongest;
  });
  const ordered = strong.toSorted((a, b) => (sums[b] ?? 0) - (sums[a] ?? 0)).slice(0, WISHES_MAX);
  return ordered.flatMap((number): Wish[] => {
    const weight = sums[number] ?? 0;
    const concept = vocabulary.concept(numberedSituations().names[number] ?? "");
    if (concept === undefined) return [];
    return [
      {
        facet: concept.facet,
        name: concept.name,
        weight: rounded(Math.min(1, 2 * clear) * (weight / strongest)),
        from: explaining(likely, number),
        kin: withoutContraries(concept.kin),
        isImplied: true,
      },
    ];
  });
}

/** Returns the situations that add most to the weight of a concept. `likely` has the likeliest first. */
function explaining(likely: readonly LikelySituation[], number: number): readonly string[] {
  let most: readonly { readonly name: string; readonly weight: number }[] = [];
  for (const { situation, chance } of likely) {
    // A situation adds at most its chance.
    if (chance <= (most[NAMED_MAX - 1]?.weight ?? 0)) break;
    const at = situation.wants.concepts.indexOf(number);
    if (at < 0) continue;
    const share = { name: situation.phrase, weight: chance * (situation.wants.weights[at] ?? 0) };
    most = [...most, share].toSorted((a, b) => b.weight - a.weight).slice(0, NAMED_MAX);
  }
  return most.map(({ name }) => name);
}

function spoilers(likely: readonly LikelySituation[], clear: number, vocabulary: Vocabulary): readonly Wish[] {
  const { sums, order } = expected(likely, ({ wrong }) => wrong);
  return order.flatMap((number): Wish[] => {
    const chance = sums[number] ?? 0;
    const concept = chance < SPOILED_MIN ? undefined : vocabulary.concept(numberedSituations().names[number] ?? "");
    if (concept === undefined) return [];
    const kin = nearKin(concept.avoidedKin);
    const weight = rounded(SPOILED * chance * Math.min(1, 2 * clear));
    return [{ facet: concept.facet, name: concept.name, weight, from: [], kin, isImplied: true }];
  });
}

/** Returns the expected weight of each concept over the likely situations, and the concepts in the order of these. */
function expected(
  likely: readonly LikelySituation[],
  listOf: (situation: NumberedSituation) => WeightedConcepts,
): { readonly sums: Float64Array; readonly order: readonly number[] } {
  const sums = new Float64Array(numberedSituations().names.length);
  const order: number[] = [];
  for (const { situation, chance } of likely) {
    const { concepts, weights } = listOf(situation);
    for (let at = 0; at < concepts.length; at++) {
      const concept = concepts[at] ?? 0;
      const sum = sums[concept] ?? 0;
      if (sum === 0) order.push(concept);
      sums[concept] = sum + chance * (weights[at] ?? 0);
    }
  }
  return { sums, order };
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

/** Returns the kin that a spoiler takes with it. Cached for the same reason. */
function nearKin(kin: readonly Kin[]): readonly Kin[] {
  const known = nearKinOf().get(kin);
  if (known !== undefined) return known;
  const kept = kin.filter(({ weight }) => weight >= SPOILED_KIN);
  nearKinOf().set(kin, kept);
  return kept;
}

const nearKinOf = once(() => new WeakMap<readonly Kin[], readonly Kin[]>());

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
