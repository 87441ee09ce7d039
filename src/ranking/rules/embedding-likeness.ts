import type { Likeness } from "../../../schema/brief.ts";
import { reasonOf } from "../describe-reason.ts";
import { SCORE_WHOLE } from "../plan.ts";
import type { RankingIndex } from "../ranking-index.ts";
import { type Move, moved, type Ranked, rescored, type Rule } from "../rule.ts";

/** Only this many of the best songs are compared; all others stay behind them. This bounds what a search reads. */
const CANDIDATES_MAX = 200;

/**
 * What the greatest likeness is worth, in standard deviations of the candidates' scores, so that it decides among songs
 * that fit a brief about equally well. A share of the whole score would outweigh everything in a long brief, whose
 * candidates have similar scores.
 */
const WEIGHT = 0.6;
/** Lower limit of that deviation, as a share of the whole score, for candidates with equal scores. */
const SCORE_SPREAD_MIN = 0.02;

/** The share of its score that an unlike song loses, at most. */
const LOSS_MAX = 0.5;

/**
 * Standard deviations from the mean that count as the greatest likeness. Below the minimum, differences are rounding
 * errors.
 */
const SPREADS = 2;
const SPREAD_MIN = 0.01;

/** Minimum share at which the answer gives likeness as a reason. */
const REASON_FROM = 0.5;

/**
 * Moves candidates by the likeness that an embedding model measured: those more like the brief than the others up, the
 * others down. Models use different scales, so only differences count. A song without a vector stays as it is, and no
 * song passes one with less doubt.
 */
export const embeddingLikenessRule: Rule = {
  name: "embedding likeness",
  prepare: (index, _, likeness) => (likeness === null ? {} : { arrange: (ordered) => liken(index, ordered, likeness) }),
};

function liken(index: RankingIndex, ordered: readonly Ranked[], likeness: Likeness): readonly Ranked[] {
  const candidates = ordered.slice(0, CANDIDATES_MAX);
  const alike = likeness.of(candidates.map(({ place }) => index.songId(place)));
  const known = candidates.flatMap(({ place }) => alike.get(index.songId(place)) ?? []);
  if (known.length < 2) return ordered;
  const { mean, deviation } = spreadOf(known);
  const spread = SPREADS * Math.max(SPREAD_MIN, deviation);
  const scores = spreadOf(candidates.map(({ score }) => score));
  const most = WEIGHT * Math.max(SCORE_SPREAD_MIN * SCORE_WHOLE, scores.deviation);
  const likened = rescored(candidates, (song) => {
    const similarity = alike.get(index.songId(song.place));
    if (similarity === undefined) return song;
    return weighed(song, Math.max(-1, Math.min(1, (similarity - mean) / spread)), most);
  });
  return [...likened, ...ordered.slice(CANDIDATES_MAX)];
}

function spreadOf(figures: readonly number[]): { readonly mean: number; readonly deviation: number } {
  const mean = figures.reduce((sum, one) => sum + one, 0) / figures.length;
  const variance = figures.reduce((sum, one) => sum + (one - mean) * (one - mean), 0) / figures.length;
  return { mean, deviation: Math.sqrt(variance) };
}

/** `share` is from -1, much less like the brief than the average candidate, to 1, much more, which is worth `most`. */
function weighed(song: Ranked, share: number, most: number): Ranked {
  const loss = Math.round(LOSS_MAX * Math.max(0, song.score));
  const points = Math.max(-loss, Math.round(share * most));
  if (points === 0) return song;
  return moved({ ...song, score: song.score + points }, { ...describeMove(share), points });
}

function describeMove(share: number): Omit<Move, "points"> {
  const rule = embeddingLikenessRule.name;
  const than = Math.abs(share) >= REASON_FROM ? "much " : "";
  if (share < 0)
    return { rule, description: `described ${than}less like the brief than the other candidates`, reason: null };
  const reason = share >= REASON_FROM ? reasonOf({ kind: "described" }) : null;
  return { rule, description: `described ${than}more like the brief than the other candidates`, reason };
}
