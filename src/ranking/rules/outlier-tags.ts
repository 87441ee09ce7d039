import type { RankingIndex } from "../ranking-index.ts";
import type { ResolvedBrief } from "../resolve-mentions.ts";
import { moved, type Ranked, rescored, type Rule } from "../rule.ts";
import { tagsNear } from "../wish-terms.ts";

/** Candidates that show what a brief is about. With fewer songs, chance decides which tags are rare among them. */
const CANDIDATES = 200;
const CANDIDATES_MIN = 30;

/** Tags are counted as if this many more candidates had them as often as the catalog has. */
const SMOOTHING = 10;

/** Cost of a tag that is e times rarer among the candidates than in the catalog, and gain of one e times as frequent. */
const COST = 0.4;
const GAIN = 0.005;

/** Logarithms of the ratios count up to these. */
const RARER_MAX = 3;
const MORE_FREQUENT_MAX = 2;

/** Minimum part of a tag that means something avoided. */
const AVOIDED = 0.5;

/**
 * Lowers songs with tags that the best candidates rarely have, such as a song tagged "trance" among calm ones: what a
 * client does not mention often would not suit the scene. Songs with tags that the candidates share rise a little
 * (pseudo-relevance feedback, Rocchio 1971).
 */
export const outlierTagsRule: Rule = {
  name: "outlier tags",
  prepare: (index, brief) => ({ arrange: (ordered) => weighed(index, brief, ordered) }),
};

function weighed(index: RankingIndex, brief: ResolvedBrief, ordered: readonly Ranked[]): readonly Ranked[] {
  if (ordered.length < CANDIDATES_MIN || (ordered[0]?.score ?? 0) <= 0) return ordered;
  const ratio = frequencyRatios(index, ordered.slice(0, CANDIDATES));
  const avoided = tagsNear(index, brief.avoided, AVOIDED);
  return rescored(ordered, (song) => {
    let rarer = 0;
    let shared = 0;
    for (const tag of index.tagsOf(song.place)) {
      const by = ratio(tag);
      if (by < 0) rarer += Math.min(RARER_MAX, -by);
      else if (!avoided.has(tag)) shared += Math.min(MORE_FREQUENT_MAX, by);
    }
    const score = Math.round((song.score * (1 + GAIN * shared)) / (1 + COST * rarer));
    if (score === song.score) return song;
    const description =
      score < song.score
        ? "has tags that songs for this brief rarely have"
        : "has tags that songs for this brief often have";
    return moved(
      { ...song, score },
      { rule: outlierTagsRule.name, description, reason: null, points: score - song.score },
    );
  });
}

/**
 * Returns the logarithm of how much more frequent a tag is among the candidates, each weighed by its score, than in the
 * catalog.
 */
function frequencyRatios(index: RankingIndex, candidates: readonly Ranked[]): (tag: number) => number {
  const best = candidates[0]?.score ?? 1;
  const found = new Map<number, number>();
  let all = 0;
  for (const { place, score } of candidates) {
    const weight = Math.max(0, score / best);
    all += weight;
    for (const tag of index.tagsOf(place)) found.set(tag, (found.get(tag) ?? 0) + weight);
  }
  const ratios = new Map<number, number>();
  return (tag) => {
    const known = ratios.get(tag);
    if (known !== undefined) return known;
    const usual = Math.max(1, index.frequency(tag)) / index.songCount;
    const share = ((found.get(tag) ?? 0) + SMOOTHING * usual) / (all + SMOOTHING);
    const ratio = Math.log(share / usual);
    ratios.set(tag, ratio);
    return ratio;
  };
}
