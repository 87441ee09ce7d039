import type { Wish } from "../../../schema/brief.ts";
import { words } from "../../text/words.ts";
import { captionWords } from "../caption-words.ts";
import { kinShare } from "../named-wishes.ts";
import { rarity } from "../rarity.ts";
import type { RankingIndex } from "../ranking-index.ts";
import type { Ask, Rule } from "../rule.ts";
import { contraryTerms, soughtBy, wishTerms } from "../wish-terms.ts";

/** The weight of a wish that does not depend on rarity, so that a common genre still counts. */
const COMMON_WEIGHT = 0.3;

/** Weight of a wish among very many, compared with one of a few. The text rule adds its exact words in both cases. */
const AMONG_MANY = 0.1;

/** Cost of a contrary tag, compared with what the wish earns. */
const CONTRARY = 1.5;

/** Weight of a mood in a caption: instruments and genres are heard, moods are impressions. */
const CAPTION_MOOD = 0.7;

/** Finds songs with a wanted tag or one near it, and lowers the score of songs with a contrary tag. */
export const facetMatchRule: Rule = {
  name: "facet match",
  prepare: (index, brief) => {
    const share = kinShare(index, brief);
    const moodWeight = captionWords(brief) === null ? 1 : CAPTION_MOOD;
    return {
      asks: [
        ...brief.wanted.map((wish) => towards(index, wish, share, moodWeight)),
        ...brief.wanted.flatMap((wish) => against(index, wish, share)),
      ],
      unserved: brief.wanted
        .filter((wish) => isMissing(index, wish))
        .map((wish) => `nothing in the catalog is tagged or described as ${wish.name}`),
    };
  },
};

function towards(index: RankingIndex, wish: Wish, share: number, moodWeight: number): Ask {
  const terms = wishTerms(index, wish, share);
  const frequency = terms.reduce((sum, { term, part }) => sum + index.frequency(term) * part, 0);
  const common = COMMON_WEIGHT * share;
  const rareWeight = common + (1 - common) * rarity(frequency, index.songCount);
  const whole = share + (1 - share) * AMONG_MANY;
  return {
    weight: wish.weight * rareWeight * whole * (wish.facet === "mood" ? moodWeight : 1),
    share: wish.weight,
    sought: soughtBy(wish),
    terms,
  };
}

function against(index: RankingIndex, wish: Wish, share: number): Ask[] {
  const terms = contraryTerms(index, wish);
  if (terms.length === 0) return [];
  return [{ weight: -CONTRARY * wish.weight * share, share: 0, sought: soughtBy(wish), terms }];
}

/** Whether to report a wish as missing. Wishes of a scene are not reported: every catalog lacks some. */
function isMissing(index: RankingIndex, wish: Wish): boolean {
  if (wish.weight <= 0.6 || wishTerms(index, wish).length > 0) return false;
  return wish.from.some((said) => words(said).length <= 3);
}
