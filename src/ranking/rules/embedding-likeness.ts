import type { Likeness } from "../../../schema/brief.ts";
import { SCORE_WHOLE } from "../plan.ts";
import type { RankingIndex } from "../ranking-index.ts";
import { type Move, moved, type Ranked, rescored, type Rule } from "../rule.ts";

/** The best so many are looked at again; those after them stay after them. It bounds what a search reads. */
const CANDIDATES_MAX = 200;

/**
 * What being much more alike than the other candidates is worth, in standard deviations of their scores: it decides
 * among songs that keep a brief about as well. A share of the whole score would drown a long brief, whose candidates
 * lie close together.
 */
const WEIGHT = 0.6;
/** Of candidates that earned the same, as a share of all that was asked. */
const SCORE_SPREAD_MIN = 0.02;

/** A song keeps half of what it earned by what it says of itself, however unlike it is. */
const LOSS_MAX = 0.5;

/** So many standard deviations from the mean count whole. Below the floor, differences are rounding. */
const SPREADS = 2;
const SPREAD_MIN = 0.01;

/** From this share on it is worth telling. */
const TELLING = 0.5;

/**
 * Likeness by a model's vectors, where the studio runs one: of the best candidates, those more like the brief than the
 * others rise, and the others fall. What a cosine means differs from model to model, so only their differences count; a
 * song without a vector stays as it is. It never moves a song past one of which less is in doubt.
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

/** `share`: -1 for much less alike than the candidates are on average, 1 for much more, which is worth `most`. */
function weighed(song: Ranked, share: number, most: number): Ranked {
  const loss = Math.round(LOSS_MAX * Math.max(0, song.score));
  const points = Math.max(-loss, Math.round(share * most));
  if (points === 0) return song;
  return moved({ ...song, score: song.score + points }, { ...toldOf(share), points });
}

function toldOf(share: number): Omit<Move, "points"> {
  const rule = embeddingLikenessRule.name;
  const than = Math.abs(share) >= TELLING ? "much " : "";
  if (share < 0) return { rule, told: `described ${than}less like the brief than the other candidates`, reason: null };
  const reason = share >= TELLING ? "described much like the brief" : null;
  return { rule, told: `described ${than}more like the brief than the other candidates`, reason };
}
