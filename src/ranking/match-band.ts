import type { MatchBand } from "../../schema/brief.ts";
import type { Plan } from "./plan.ts";
import type { ScorePart } from "./score-parts.ts";

/** Shares of the wishes' weight. */
const STRONG = 0.66;
const GOOD = 0.4;

/** What a brief asks for, matter by matter: a matter is what the client said, and weighs as much as its foremost wish. */
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
 * How much of what was asked a song meets, 0 to 1. A word of the client's that led to several wishes ("neon streets":
 * synthwave, dark, cool, …) is met whole by as much as its foremost wish weighs.
 */
export function shareMet({ weights, sum }: PhraseWeights, parts: readonly ScorePart[]): number {
  if (sum === 0) return 0;
  const met = new Map<string, number>();
  for (const { ask, matches } of parts) {
    if (ask.share === 0) continue;
    const { said } = ask.sought;
    const most = weights.get(said) ?? 0;
    met.set(said, Math.min(most, (met.get(said) ?? 0) + ask.share * (matches[0]?.term.part ?? 0)));
  }
  return met.values().reduce((all, share) => all + share, 0) / sum;
}

/** A song that leaves a promise open is never called strong. */
export function bandOf(share: number, doubtful: boolean): MatchBand {
  if (share >= STRONG && !doubtful) return "strong";
  return share >= GOOD ? "good" : "possible";
}
