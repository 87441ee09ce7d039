import type { Wish } from "../../../schema/brief.ts";
import type { UnservedFacts } from "../../../schema/wire/unserved.ts";
import { words } from "../../text/words.ts";
import { captionWords } from "../caption-words.ts";
import { kinShare } from "../named-wishes.ts";
import { rarity } from "../rarity.ts";
import type { RankingIndex } from "../ranking-index.ts";
import { plainTerms } from "../plain-values.ts";
import type { ResolvedBrief } from "../resolve-mentions.ts";
import type { Ask, Rule } from "../rule.ts";
import { contraryTerms, soughtBy, type Widening, widenedTerms, wideningOf, wishTerms } from "../wish-terms.ts";

/** The weight of a wish that does not depend on rarity, so that a common genre still counts. */
const COMMON_WEIGHT = 0.3;

/** Weight of a wish among very many, compared with one of a few. The text rule adds its exact words in both cases. */
const AMONG_MANY = 0.1;

/** Cost of a contrary tag, compared with what the wish earns. */
const CONTRARY = 1.5;

/** In a caption, even a common tag tells songs apart: the caption describes one song and lists what it has. */
const CAPTION_COMMON_WEIGHT = 0.5;

/** Weights of the facets in a caption. Nearly every song has a genre; moods are one listener's impression. */
const CAPTION_FACETS: Readonly<Record<Wish["facet"], number>> = {
  genre: 1.5,
  mood: 0.5,
  instrument: 1,
  characteristic: 1,
};

/** Factor for a genre that a scene names. It is usually named once, among several words for one mood. */
const SCENE_GENRE = 1.6;

/** Minimum weight and maximum length of a wish that the client states; others come from a scene. */
const STATED = 0.6;
const STATED_WORDS_MAX = 3;

/** Finds songs with a wanted tag or one near it, and lowers the score of songs with a contrary tag. */
export const facetMatchRule: Rule = {
  name: "facet match",
  prepare: (index, brief) => {
    const share = kinShare(index, brief);
    const kind = textKind(brief);
    const wishes = brief.wanted.map((wish): WidenedWish => ({ wish, widened: widening(index, wish) }));
    return {
      asks: [
        ...wishes.map((one) => towards(index, one, share, kind)),
        ...brief.wanted.flatMap((wish) => against(index, wish, share)),
      ],
      unserved: wishes.flatMap((one) => lackOf(index, one)),
    };
  },
};

/** Returns the weights of the asks for the tags of the wishes. Other evidence for a wish is weighed against them. */
export function tagWeights(index: RankingIndex, brief: ResolvedBrief): (wish: Wish) => number {
  const share = kinShare(index, brief);
  const kind = textKind(brief);
  return (wish) => towards(index, { wish, widened: widening(index, wish) }, share, kind).weight;
}

type TextKind = "caption" | "scene" | "brief";

function textKind(brief: ResolvedBrief): TextKind {
  return captionWords(brief) !== null ? "caption" : brief.parts !== undefined ? "scene" : "brief";
}

interface WidenedWish {
  readonly wish: Wish;
  /** What serves the wish instead; null if the catalog has it. */
  readonly widened: Widening | null;
}

function towards(index: RankingIndex, { wish, widened }: WidenedWish, share: number, kind: TextKind): Ask {
  const terms = widened === null ? wishTerms(index, wish, share) : widenedTerms(index, wish, widened, share);
  const frequency = terms.reduce((sum, { term, part }) => sum + index.frequency(term) * part, 0);
  const common = (kind === "caption" ? CAPTION_COMMON_WEIGHT : COMMON_WEIGHT) * share;
  const rareWeight = common + (1 - common) * rarity(frequency, index.songCount);
  const whole = share + (1 - share) * AMONG_MANY;
  const ask = {
    weight: wish.weight * rareWeight * whole * facetFactor(wish, kind),
    share: wish.weight,
    sought: soughtBy(wish),
    terms,
  };
  return widened === null ? ask : { ...ask, isWidened: true };
}

function facetFactor({ facet, isNamed }: Wish, kind: TextKind): number {
  if (kind === "caption") return CAPTION_FACETS[facet];
  return kind === "scene" && facet === "genre" && isNamed === true ? SCENE_GENRE : 1;
}

function against(index: RankingIndex, wish: Wish, share: number): Ask[] {
  const terms = contraryTerms(index, wish);
  if (terms.length === 0) return [];
  return [{ weight: -CONTRARY * wish.weight * share, share: 0, sought: soughtBy(wish), terms }];
}

/** Returns what serves a wish instead if the catalog lacks it. What only a scene implies is not replaced. */
function widening(index: RankingIndex, wish: Wish): Widening | null {
  return isStated(wish) ? wideningOf(index, wish) : null;
}

/** Reports what the catalog lacks. Wishes of a scene are not reported: every catalog lacks some. */
function lackOf(index: RankingIndex, { wish, widened }: WidenedWish): readonly UnservedFacts[] {
  if (!isStated(wish) || plainTerms(index, wish.name).length > 0) return [];
  if (widened !== null) {
    return [{ kind: "replaced", name: wish.name, by: index.tagName(widened.term) ?? widened.name }];
  }
  return wishTerms(index, wish).length > 0 ? [] : [{ kind: "not_found", name: wish.name }];
}

function isStated({ weight, isImplied, from }: Wish): boolean {
  return weight > STATED && isImplied !== true && from.some((said) => words(said).length <= STATED_WORDS_MAX);
}
