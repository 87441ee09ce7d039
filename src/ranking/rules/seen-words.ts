import type { AskTerm, Rule } from "../rule.ts";
import { rarity } from "../rarity.ts";

/** A song that is about the place or the hour seen is worth as much as half a wish that is seen. */
const WEIGHT = 0.5;

/** What a title or a description says beside a tag that is called so. */
const TEXT_PART = 0.7;

/** "Wet asphalt after midnight" in a description, where such a street was seen. One sight's words are alternatives. */
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
      const telling = WEIGHT * weight * rarity(frequency, index.songCount);
      return [{ weight: telling, share: 0, sought: { name, said: name, isNamed: true, isSeen: true as const }, terms }];
    }),
  }),
};
