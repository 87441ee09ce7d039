import { ownTagsIn } from "../own-tags.ts";
import { logarithm } from "../rarity.ts";
import type { RankingIndex } from "../ranking-index.ts";
import type { ResolvedBrief } from "../resolve-mentions.ts";
import { moved, type Ranked, rescored, type Rule } from "../rule.ts";
import { clearedTagValues } from "../tag-values.ts";
import { tagsNear } from "../wish-terms.ts";

/** Candidates that show what a brief is about. With fewer songs, chance decides which tags are rare among them. */
const CANDIDATES = 200;
const CANDIDATES_MIN = 30;

/** Tags are counted as if this many more candidates had them as often as the catalog has. */
const SMOOTHING = 10;

/** Cost of a tag that is half as frequent among the candidates as in the catalog, and gain of one twice as frequent. */
const COST = 0.28;
const GAIN = 0.0035;

/** Powers of two of the ratios count up to these. */
const RARER_MAX = 4.3;
const MORE_FREQUENT_MAX = 2.9;

/** Minimum part of a wish that a tag which means it serves. */
const MEANS_IT = 0.5;

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
  const changeBy = changesBy(index, brief, ordered.slice(0, CANDIDATES));
  return rescored(ordered, (song) => {
    let rarer = 0;
    let shared = 0;
    const tags = index.tagsOf(song.place);
    for (let at = 0; at < tags.length; at++) {
      const by = changeBy(tags[at] ?? 0);
      if (by < 0) rarer -= by;
      else shared += by;
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

/** Returns a test whether the brief asks for a tag. Such tags are no outliers, however few songs have them. */
function wantedTest(index: RankingIndex, { wanted, said }: ResolvedBrief): (tag: number) => boolean {
  const near = tagsNear(index, wanted, MEANS_IT);
  const own = new Set<number>();
  for (const run of said) {
    if (run.negated) continue;
    for (const { terms } of ownTagsIn(index, run)) for (const { term } of terms) own.add(term);
  }
  return (tag) => near.has(tag) || own.has(tag);
}

/**
 * Returns a function for what a tag changes: the logarithm of base 2 of how much more frequent it is among the candidates,
 * each weighed by its score, than in the catalog. 0 for a rarer tag that the brief asks for, and for a more frequent one
 * that it avoids. The function is valid within this step only.
 */
function changesBy(index: RankingIndex, brief: ResolvedBrief, candidates: readonly Ranked[]): (tag: number) => number {
  const isWanted = wantedTest(index, brief);
  const avoided = tagsNear(index, brief.avoided, MEANS_IT);
  const best = candidates[0]?.score ?? 1;
  const changes = clearedTagValues(index);
  const found: number[] = [];
  let all = 0;
  for (const { place, score } of candidates) {
    const weight = Math.max(0, score / best);
    all += weight;
    const tags = index.tagsOf(place);
    for (let at = 0; at < tags.length; at++) {
      const tag = tags[at] ?? 0;
      if (!changes.has(tag)) found.push(tag);
      changes.set(tag, changes.has(tag) ? changes.get(tag) + weight : weight);
    }
  }
  const changeOf = (tag: number, weight: number): number => {
    const usual = Math.max(1, index.frequency(tag)) / index.songCount;
    const share = (weight + SMOOTHING * usual) / (all + SMOOTHING);
    if (share < usual) return isWanted(tag) ? 0 : -Math.min(RARER_MAX, logarithm(usual / share));
    return avoided.has(tag) ? 0 : Math.min(MORE_FREQUENT_MAX, logarithm(share / usual));
  };
  for (const tag of found) changes.set(tag, changeOf(tag, changes.get(tag)));
  return (tag) => {
    if (!changes.has(tag)) changes.set(tag, changeOf(tag, 0));
    return changes.get(tag);
  };
}
