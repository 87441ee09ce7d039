import { slipCost } from "../text/slip-cost.ts";
import { stem } from "../text/stem.ts";
import { FIELD_BITS, tagTerm, wordTerm } from "./packed-format.ts";
import { eachPlace } from "./postings.ts";
import type { RankingIndex } from "./ranking-index.ts";

/** Shorter words are one slip from too many others. */
const LENGTH_MIN = 5;
const LENGTH_MAX = 20;
/** No strange letter in place of another. */
const COST_MAX = 0.9;
/** Songs looked at to see whether a word is one of tags. */
const PLACES_MAX = 32;
const LETTERS = Array.from("abcdefghijklmnopqrstuvwxyz");

/**
 * The word of the catalog's tags that is one slip from `word`, or null: the cheapest slip, then the word of more songs.
 * Looks up every spelling within one edit, so it costs the same in a catalog of any size.
 */
export function nearestTagWord(index: RankingIndex, word: string): string | null {
  const typed = stem(word);
  if (typed.length < LENGTH_MIN || typed.length > LENGTH_MAX || !/^[a-z]+$/.test(typed)) return null;
  let best: { readonly spelling: string; readonly cost: number; readonly songs: number } | null = null;
  for (const spelling of oneEditFrom(typed)) {
    const songs = songsTagged(index, spelling);
    if (songs === 0) continue;
    const cost = slipCost(typed, spelling, 1);
    if (cost > COST_MAX) continue;
    if (best === null || cost < best.cost || (cost === best.cost && songs > best.songs))
      best = { spelling, cost, songs };
  }
  if (best === null) return null;
  // The stem that was found takes the ending of the word that was typed.
  const whole = best.spelling + (word.startsWith(typed) ? word.slice(typed.length) : "");
  return stem(whole) === best.spelling ? whole : best.spelling;
}

/** Every spelling one edit away behind the first letter, in a fixed order and some of them twice. */
function* oneEditFrom(word: string): Generator<string> {
  for (let at = 1; at <= word.length; at++) {
    const before = word.slice(0, at);
    if (at < word.length) {
      const after = word.slice(at + 1);
      yield before + after;
      if (at + 1 < word.length) yield before + (word[at + 1] ?? "") + (word[at] ?? "") + word.slice(at + 2);
      for (const letter of LETTERS) yield before + letter + after;
    }
    for (const letter of LETTERS) yield before + letter + word.slice(at);
  }
}

/** How many songs have the word as a tag, or in one; 0 for a word of texts only. */
function songsTagged(index: RankingIndex, spelling: string): number {
  const tag = index.term(tagTerm(spelling));
  if (tag >= 0) return index.frequency(tag);
  const word = index.term(wordTerm(spelling));
  if (word < 0) return 0;
  let looked = 0;
  let isTag = false;
  eachPlace(index.sections, word, (place) => {
    isTag ||= ((index.posting(word, place)?.fields ?? 0) & FIELD_BITS.tag) !== 0;
    return ++looked < PLACES_MAX && !isTag;
  });
  return isTag ? index.frequency(word) : 0;
}
