import { isFunctionWord } from "../text/function-words.ts";
import { stem, stemsOf } from "../text/stem.ts";
import { ownTagsIn } from "./own-tags.ts";
import { rarity } from "./rarity.ts";
import type { RankingIndex } from "./ranking-index.ts";
import type { ResolvedBrief } from "./resolve-mentions.ts";
import { wishTerms } from "./wish-terms.ts";

/**
 * Returns a function for the share of a tag that a text does not mention: 0 for a tag that the text names, more for kin
 * of its wishes, and up to 1 for a rare tag of other words. A text would mention a theremin; every other song is pop.
 */
export function unmentionedShare(index: RankingIndex, brief: ResolvedBrief): (tag: number) => number {
  const said = brief.said.filter(({ negated }) => !negated);
  const mentioned = new Map<number, number>();
  for (const wish of brief.wanted) {
    for (const { term, part, shows } of wishTerms(index, wish))
      if (shows !== "word") mentioned.set(term, Math.max(mentioned.get(term) ?? 0, part * wish.weight));
  }
  for (const run of said)
    for (const { terms } of ownTagsIn(index, run)) for (const { term } of terms) mentioned.set(term, 1);
  const stems = new Set(said.flatMap((run) => run.words.filter((word) => !isFunctionWord(word)).map(stem)));

  const shares = new Map<number, number>();
  return (tag) => {
    const known = shares.get(tag);
    if (known !== undefined) return known;
    const own = stemsOf(index.tagName(tag) ?? "");
    const missing = own.filter((one) => !stems.has(one)).length / Math.max(1, own.length);
    const share =
      Math.max(0, Math.min(1 - (mentioned.get(tag) ?? 0), missing)) * rarity(index.frequency(tag), index.songCount);
    shares.set(tag, share);
    return share;
  };
}
