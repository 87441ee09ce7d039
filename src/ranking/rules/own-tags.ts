import { kinShare } from "../named-wishes.ts";
import { ownTagsIn } from "../own-tags.ts";
import type { Rule } from "../rule.ts";
import { wishedTags } from "../wish-terms.ts";

/** The most that a detail, a tag that meets no wish, gains in a caption of many details. */
const DETAIL = 0.4;

/**
 * Finds tags of up to four words that the vocabulary need not know: "mellow piano melody", "desert noir", "no other
 * instruments". A tag that also meets a wish counts only in a caption of many details, where near tags hardly count.
 */
export const ownTagsRule: Rule = {
  name: "own tags",
  prepare: (index, brief) => {
    const wished = wishedTags(index, brief.wanted);
    const literal = 1 - kinShare(index, brief);
    return {
      asks: brief.said
        .flatMap((said) => ownTagsIn(index, said))
        .map((ask) =>
          ask.terms.some(({ term }) => wished.has(term))
            ? { ...ask, weight: ask.weight * literal }
            : { ...ask, weight: ask.weight * (1 + DETAIL * literal) },
        ),
    };
  },
};
