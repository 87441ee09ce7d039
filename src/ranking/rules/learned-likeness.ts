import type { RankingIndex } from "../ranking-index.ts";
import { type Ask, type AskTerm, type Rule, type Sought, soughtWord } from "../rule.ts";
import { likelyTerms, soughtBy } from "../wish-terms.ts";

/** Weight of a learned tag, compared with the tag itself. The average song with the tag has full impact. */
const LIKENESS = 0.2;

/** Finds songs that lack a wanted tag but resemble songs with it, by their other tags, their words and their artist. */
export const learnedLikenessRule: Rule = {
  name: "learned likeness",
  prepare: (index, brief) => ({
    asks: [
      ...brief.wanted.flatMap((wish) => likeTagged(wish.weight, soughtBy(wish), likelyTerms(index, wish))),
      ...brief.text.flatMap(({ word, weight }) => likeTagged(weight, soughtWord(word), ownWord(index, word))),
    ],
  }),
};

/** Returns the learned tag for a word that the vocabulary does not know. */
function ownWord(index: RankingIndex, word: string): AskTerm[] {
  const term = index.learned(word);
  return term < 0 ? [] : [{ term, part: 1, shows: "likely tag", name: word }];
}

function likeTagged(weight: number, sought: Sought, terms: readonly AskTerm[]): Ask[] {
  return weight <= 0 || terms.length === 0 ? [] : [{ weight: weight * LIKENESS, share: 0, sought, terms }];
}
