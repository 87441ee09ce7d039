import type { WordRun } from "../../schema/brief.ts";
import { memoize } from "../lib/memoize.ts";
import { once } from "../lib/once.ts";
import { isFunctionWord } from "../text/function-words.ts";
import { joinTagParts, type TagPart, tagPartsOf, wordKey } from "../text/keys.ts";
import { tagTerm } from "./packed-format.ts";
import { rarity } from "./rarity.ts";
import type { RankingIndex } from "./ranking-index.ts";
import { type Ask, soughtWord } from "./rule.ts";
import { hashOf, type JoinableHash, joinSum, tagFilter } from "./term-filter.ts";

/** Weight of a catalog's own tag that the brief says word for word. */
const OWN_TAG_WEIGHT = 0.7;

/** An order of words: their distances from the first one of a run. */
type Order = readonly number[];

const IN_ORDER: readonly Order[] = [[0], [0, 1], [0, 1, 2], [0, 1, 2, 3]];

/**
 * Orders of neighbouring words without the function words: "the audio quality is poor" matches the tag "poor audio
 * quality".
 */
const OF_TWO: readonly Order[] = [
  [0, 1],
  [1, 0],
];
const OF_THREE: readonly Order[] = [
  ...OF_TWO,
  [0, 2],
  [2, 0],
  [0, 1, 2],
  [1, 0, 2],
  [2, 0, 1],
  [2, 1, 0],
  [0, 2, 1],
  [1, 2, 0],
];

/** The names of tags that join two words. */
const JOINED = / (?:and|&) /i;

/** Returns asks for the catalog's own tags in a run of words. Cached, because several rules need them. */
export function ownTagsIn(index: RankingIndex, said: WordRun): readonly Ask[] {
  const known = asksOf().get(said);
  if (known?.index === index) return known.asks;
  const asks = findTags(index, said);
  asksOf().set(said, { index, asks });
  return asks;
}

const asksOf = once(() => new WeakMap<WordRun, { readonly index: RankingIndex; readonly asks: readonly Ask[] }>());

/** A word of the run with what it adds to a tag's key, read once, because a long run forms thousands of phrases. */
interface Spoken {
  readonly word: string;
  readonly parts: readonly TagPart[];
  /** Of what it adds to a key; null for "music", which a key leaves out at its end. */
  readonly hash: JoinableHash | null;
}

function findTags(index: RankingIndex, { words, weight, negated, instruments = [] }: WordRun): readonly Ask[] {
  const isPossible = tagFilter(index);
  const asks = new Map<number, Ask>();
  const spoken = words.map(readSpoken());
  // A negation alone is not a tag.
  for (const order of negated ? IN_ORDER.slice(1) : IN_ORDER) {
    const last = Math.min(words.length - order.length, negated ? 0 : words.length);
    for (let from = 0; from <= last; from++) {
      const term = order.length === 1 && isFunctionWord(words[from] ?? "") ? -1 : tagOf(spoken, from, order);
      if (term >= 0) asks.set(term, ask(spoken, from, order, term));
    }
  }
  if (!negated) {
    const content = spoken.filter(({ word }) => !isFunctionWord(word));
    for (let from = 0; from < content.length; from++) {
      for (const order of ordersOf(content.length - from)) {
        const term = tagOf(content, from, order);
        if (term >= 0 && !asks.has(term)) asks.set(term, ask(content, from, order, term));
      }
    }
  }
  return [...asks.values()];

  /** Like `index.tag` of the words, without its cache: clients write these phrases, so they hardly repeat. */
  function tagOf(run: readonly Spoken[], from: number, order: Order): number {
    const sum = sumOf(run, from, order);
    if (sum !== null && !isPossible(sum)) return -1;
    const phrase = phraseOf(run, from, order);
    const term = index.term(tagTerm(joinTagParts(phrase.flatMap(({ parts }) => parts))));
    // "Drums and bass" and "bass, drums" list two instruments and are not the tag "drum & bass".
    const name = term < 0 ? null : index.tagName(term);
    if (name === null || !JOINED.test(name) || !listsInstruments(phrase)) return term;
    return run === spoken && wordKey(phrase.map(({ word }) => word).join(" ")) === wordKey(name) ? term : -1;
  }

  function listsInstruments(phrase: readonly Spoken[]): boolean {
    return phrase.every(({ word }) => instruments.includes(word) || isFunctionWord(word));
  }

  function ask(run: readonly Spoken[], from: number, order: Order, term: number): Ask {
    const phrase = phraseOf(run, from, order);
    const name = phrase.map(({ word }) => word).join(" ");
    const rareWeight = weight * OWN_TAG_WEIGHT * rarity(index.frequency(term), index.songCount);
    const shown = { term, part: 1, shows: "tag", name } as const;
    return { weight: rareWeight, share: 0, sought: soughtWord(name), terms: [shown] };
  }
}

/** Cached, because briefs share most of their words. */
const readSpoken = once(() =>
  memoize((word: string): Spoken => {
    const parts = tagPartsOf(word);
    const isMusic = parts.some((part) => part.word === "music");
    return { word, parts, hash: isMusic ? null : hashOf(parts.map(({ stem }) => stem).join("")) };
  }),
);

/** Returns the orders that begin at a word with this many words from it on. */
function ordersOf(count: number): readonly Order[] {
  if (count > 2) return OF_THREE;
  return count === 2 ? OF_TWO : [];
}

function phraseOf(run: readonly Spoken[], from: number, order: Order): readonly Spoken[] {
  return order.flatMap((at) => run[from + at] ?? []);
}

/** Returns the sum of a phrase's key; null for a phrase with "music". */
function sumOf(run: readonly Spoken[], from: number, order: Order): number | null {
  let sum = 0;
  for (let at = 0; at < order.length; at++) {
    const hash = run[from + (order[at] ?? 0)]?.hash ?? null;
    if (hash === null) return null;
    sum = joinSum(sum, hash);
  }
  return sum;
}
