import type { AskTerm, Rule } from "../rule.ts";
import { rarity } from "../rarity.ts";

/** Weight of such words, compared with a plain wish. */
const WEIGHT = 0.5;

/** Weight of a word in a title or a description, compared with a tag. */
const TEXT_PART = 0.7;

/**
 * Finds words for what was seen in a song's texts: "wet asphalt after midnight" for such a street. The words of one
 * sight are alternatives.
 */
export const seenWordsRule: Rule = {
  name: "seen words",
  prepare: (index, { seen }) => ({
    asks: (seen?.textWords ?? []).flatMap(({ name, words, weight }) => {
      const terms = words.flatMap((word): AskTerm[] => {
        const tag = index.tag(word);
        const text = index.word(word);
        return [
          ...(tag < 0 ? [] : [{ term: tag, part: 1, shows: "tag" as const, name: word }]),
          ...(text < 0 ? [] : [{ term: text, part: TEXT_PART, shows: "word" as const, name: word }]),
        ];
      });
      if (terms.length === 0) return [];
      const frequency = Math.max(...terms.map(({ term }) => index.frequency(term)));
      const rareWeight = WEIGHT * weight * rarity(frequency, index.songCount);
      return [
        { weight: rareWeight, share: 0, sought: { name, said: name, isNamed: true, isSeen: true as const }, terms },
      ];
    }),
  }),
};
