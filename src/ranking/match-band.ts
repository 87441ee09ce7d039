import type { Hit, MatchBand } from "../../schema/brief.ts";
import type { Plan } from "./plan.ts";
import type { Ask } from "./rule.ts";
import type { Match, ScorePart } from "./score-parts.ts";

/** Lower ends of the bands, as shares of the wishes' weight. */
const STRONG = 0.66;
const GOOD = 0.4;

/** The most of a wish that its kin meet if the catalog lacks it: on its own, such a match is good. */
const WIDENED_MOST = 0.6;

/** All bands, the best first. */
const BANDS: readonly MatchBand[] = ["strong", "good", "possible"];

/** By phrase of the client: the weight of its strongest wish. One phrase can lead to several wishes. */
export interface PhraseWeights {
  readonly weights: ReadonlyMap<string, number>;
  readonly sum: number;
}

export function phraseWeightsOf(plan: Plan): PhraseWeights {
  const weights = new Map<string, number>();
  for (const { ask, sign } of plan.asks) {
    const { said } = ask.sought;
    if (sign > 0 && ask.share > (weights.get(said) ?? 0)) weights.set(said, ask.share);
  }
  return { weights, sum: weights.values().reduce((sum, weight) => sum + weight, 0) };
}

/**
 * Returns the share of the phrases' weight that a song meets, 0 to 1. A phrase with several wishes ("neon streets":
 * synthwave, dark, cool, …) is met in full by as much weight as its strongest wish has.
 */
export function metShare({ weights, sum }: PhraseWeights, parts: readonly ScorePart[]): number {
  if (sum === 0) return 0;
  const met = new Map<string, number>();
  for (const { ask, matches } of parts) {
    if (ask.share === 0) continue;
    const { said } = ask.sought;
    const most = weights.get(said) ?? 0;
    met.set(said, Math.min(most, (met.get(said) ?? 0) + ask.share * partOf(ask, matches)));
  }
  return met.values().reduce((all, share) => all + share, 0) / sum;
}

function partOf({ isWidened }: Ask, matches: readonly Match[]): number {
  const part = matches[0]?.term.part ?? 0;
  return isWidened === true ? Math.min(WIDENED_MOST, part) : part;
}

/** Returns the band. A song with an unknown verdict is never strong. */
export function bandOf(share: number, doubtful: boolean): MatchBand {
  if (share >= STRONG && !doubtful) return "strong";
  return share >= GOOD ? "good" : "possible";
}

/**
 * Limits the score and the band of each hit to those of the hit above, because doubt, diversity and versions come before
 * the score. The beginning of the list does not depend on its length.
 */
export function fallingHits(hits: readonly Hit[]): Hit[] {
  let ceiling = 1;
  let best = 0;
  return hits.map((hit) => {
    ceiling = Math.min(ceiling, hit.score);
    best = Math.max(best, BANDS.indexOf(hit.band));
    return { ...hit, score: ceiling, band: BANDS[best] ?? hit.band };
  });
}
