import type { Kin, Wish } from "../../../schema/brief.ts";
import type { RankingIndex } from "../ranking-index.ts";
import { type Ask, type AskTerm, type Rule, type Sought, soughtWord } from "../rule.ts";
import { soughtBy } from "./wish-terms.ts";

/** What being as likely to deserve a tag as the average song that has it is worth, beside having it. */
const LIKENESS = 0.2;

/** Kin as near as this are other names of the same thing. */
const SYNONYM = 0.8;

/** Songs that lack a wanted tag, and are like those that have it: by their other tags, their words and their artist. */
export const learnedLikenessRule: Rule = {
  name: "learned likeness",
  prepare: (index, brief) => ({
    asks: [
      ...brief.wanted.flatMap((wish) => likeTagged(index, wish.weight, namesOf(wish), soughtBy(wish))),
      // A house's own words are tags that no vocabulary has.
      ...brief.text.flatMap(({ word, weight }) =>
        likeTagged(index, weight, [{ name: word, weight: 1 }], soughtWord(word)),
      ),
    ],
  }),
};

function namesOf(wish: Wish): Kin[] {
  return [{ name: wish.name, weight: 1 }, ...wish.kin.filter(({ weight }) => weight >= SYNONYM)];
}

function likeTagged(index: RankingIndex, weight: number, names: readonly Kin[], sought: Sought): Ask[] {
  if (weight <= 0) return [];
  const terms = names.flatMap(({ name, weight: part }): AskTerm[] => {
    const term = index.learned(name);
    return term < 0 ? [] : [{ term, part, shows: "likely tag", name }];
  });
  return terms.length === 0 ? [] : [{ weight: weight * LIKENESS, share: 0, sought, terms }];
}
