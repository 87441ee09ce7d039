import type { Said } from "../../../schema/brief.ts";
import { isFunctionWord } from "../../brief/function-words.ts";
import { rarity } from "../rarity.ts";
import type { RankingIndex } from "../ranking-index.ts";
import { type Ask, type Rule, soughtWord } from "../rule.ts";

/** A brief that says a catalog's own tag word for word means it. */
const OWN_TAG_WEIGHT = 0.7;
const WORDS_MAX = 4;

/** Tags of up to four words that no vocabulary need know: "mellow piano melody", "desert noir", "no other instruments". */
export const ownTagsRule: Rule = {
  name: "own tags",
  prepare: (index, brief) => ({ asks: brief.said.flatMap((said) => tagsSaid(index, said)) }),
};

export function tagsSaid(index: RankingIndex, { words, weight, negated }: Said): Ask[] {
  const asks = new Map<number, Ask>();
  for (let length = 1; length <= Math.min(WORDS_MAX, words.length); length++) {
    const last = negated ? 0 : words.length - length;
    for (let from = 0; from <= last; from++) {
      const phrase = words.slice(from, from + length).join(" ");
      const term = length === 1 && isFunctionWord(phrase) ? -1 : index.tag(phrase);
      if (term < 0) continue;
      const telling = weight * OWN_TAG_WEIGHT * rarity(index.frequency(term), index.songCount);
      const shown = { term, part: 1, shows: "tag", name: phrase } as const;
      asks.set(term, { weight: telling, share: 0, sought: soughtWord(phrase), terms: [shown] });
    }
  }
  return [...asks.values()];
}
