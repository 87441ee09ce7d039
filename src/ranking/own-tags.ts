import type { WordRun } from "../../schema/brief.ts";
import { once } from "../lib/once.ts";
import { isFunctionWord } from "../text/function-words.ts";
import { joinTagParts, type TagPart, tagPartsOf } from "../text/keys.ts";
import { tagTerm } from "./packed-format.ts";
import { rarity } from "./rarity.ts";
import type { RankingIndex } from "./ranking-index.ts";
import { type Ask, soughtWord } from "./rule.ts";

/** Weight of a catalog's own tag that the brief says word for word. */
const OWN_TAG_WEIGHT = 0.7;
const WORDS_MAX = 4;

/** Returns asks for the catalog's own tags in a run of words. Cached, because several rules need them. */
export function ownTagsIn(index: RankingIndex, said: WordRun): readonly Ask[] {
  const known = asksOf().get(said);
  if (known?.index === index) return known.asks;
  const asks = findTags(index, said);
  asksOf().set(said, { index, asks });
  return asks;
}

const asksOf = once(() => new WeakMap<WordRun, { readonly index: RankingIndex; readonly asks: readonly Ask[] }>());

/** A word of the run with what it adds to a tag's key, read once: a long run forms thousands of phrases. */
interface Spoken {
  readonly word: string;
  readonly parts: readonly TagPart[];
}

function findTags(index: RankingIndex, { words, weight, negated }: WordRun): readonly Ask[] {
  const asks = new Map<number, Ask>();
  const spoken = words.map((word): Spoken => ({ word, parts: tagPartsOf(word) }));
  // A negation alone is not a tag.
  for (let length = negated ? 2 : 1; length <= Math.min(WORDS_MAX, words.length); length++) {
    const last = negated ? 0 : words.length - length;
    for (let from = 0; from <= last; from++) {
      const phrase = spoken.slice(from, from + length);
      const term = length === 1 && isFunctionWord(words[from] ?? "") ? -1 : tagOf(index, phrase);
      if (term >= 0) asks.set(term, ask(phrase, term));
    }
  }
  if (!negated) {
    for (const phrase of inOtherOrders(spoken)) {
      const term = tagOf(index, phrase);
      if (term >= 0 && !asks.has(term)) asks.set(term, ask(phrase, term));
    }
  }
  return [...asks.values()];

  function ask(phrase: readonly Spoken[], term: number): Ask {
    const name = phrase.map(({ word }) => word).join(" ");
    const rareWeight = weight * OWN_TAG_WEIGHT * rarity(index.frequency(term), index.songCount);
    const shown = { term, part: 1, shows: "tag", name } as const;
    return { weight: rareWeight, share: 0, sought: soughtWord(name), terms: [shown] };
  }
}

/** Like `index.tag` of the words, without its cache: clients write these phrases, so they hardly repeat. */
function tagOf(index: RankingIndex, phrase: readonly Spoken[]): number {
  return index.term(tagTerm(joinTagParts(phrase.flatMap(({ parts }) => parts))));
}

/**
 * Returns two or three neighbouring words in other orders, without function words: "the audio quality is poor" matches
 * the tag "poor audio quality".
 */
function inOtherOrders(words: readonly Spoken[]): readonly (readonly Spoken[])[] {
  const content = words.filter(({ word }) => !isFunctionWord(word));
  return content.flatMap((first, at) => {
    const [second, third] = content.slice(at + 1, at + 3);
    if (second === undefined) return [];
    const pairs = [
      [first, second],
      [second, first],
    ];
    if (third === undefined) return pairs;
    const apart = [
      [first, third],
      [third, first],
    ];
    return [
      ...pairs,
      ...apart,
      ...pairs.map((pair) => [...pair, third]),
      ...pairs.map((pair) => [third, ...pair]),
      [first, third, second],
      [second, third, first],
    ];
  });
}
