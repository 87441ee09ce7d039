import type { Said } from "../../../schema/brief.ts";
import { rarity } from "../rarity.ts";
import type { RankingIndex } from "../ranking-index.ts";
import { type Ask, type Rule, soughtWord } from "../rule.ts";

/** A brief that says a catalog's own tag of several words, word for word, means it. */
const OWN_TAG_WEIGHT = 0.7;
const WORDS_MAX = 4;

/** Tags of two to four words that no vocabulary need know: "mellow piano melody", "desert noir". */
export const ownTagsRule: Rule = {
  name: "own tags",
  prepare: (index, brief) => ({ asks: brief.said.flatMap((said) => tagsSaid(index, said)) }),
};

function tagsSaid(index: RankingIndex, { words, weight }: Said): Ask[] {
  const asks = new Map<number, Ask>();
  for (let length = 2; length <= WORDS_MAX; length++) {
    for (let from = 0; from + length <= words.length; from++) {
      const phrase = words.slice(from, from + length).join(" ");
      const term = index.tag(phrase);
      if (term < 0) continue;
      const telling = weight * OWN_TAG_WEIGHT * rarity(index.frequency(term), index.songCount);
      const shown = { term, part: 1, shows: "tag", name: phrase } as const;
      asks.set(term, { weight: telling, share: 0, sought: soughtWord(phrase), terms: [shown] });
    }
  }
  return [...asks.values()];
}
