import type { Likeness } from "../likeness.ts";
import { SCORE_WHOLE } from "../plan.ts";
import type { RankingIndex } from "../ranking-index.ts";
import { type Move, moved, type Ranked, type Rule } from "../rule.ts";

/** The best so many are looked at again; those after them stay after them. It bounds what a search reads. */
const CANDIDATES_MAX = 200;

/** What being much more alike than the other candidates is worth, as a share of all that was asked. */
const WEIGHT = 0.1;

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
  const mean = known.reduce((sum, one) => sum + one, 0) / known.length;
  const variance = known.reduce((sum, one) => sum + (one - mean) ** 2, 0) / known.length;
  const spread = SPREADS * Math.max(SPREAD_MIN, Math.sqrt(variance));
  const likened = candidates.map((song) => {
    const similarity = alike.get(index.songId(song.place));
    if (similarity === undefined) return song;
    return weighed(song, Math.max(-1, Math.min(1, (similarity - mean) / spread)));
  });
  likened.sort((a, b) => a.doubt - b.doubt || b.score - a.score || a.place - b.place);
  return [...likened, ...ordered.slice(CANDIDATES_MAX)];
}

/** `share`: -1 for much less alike than the candidates are on average, 1 for much more. */
function weighed(song: Ranked, share: number): Ranked {
  const loss = Math.round(LOSS_MAX * Math.max(0, song.score));
  const points = Math.max(-loss, Math.round(share * WEIGHT * SCORE_WHOLE));
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
