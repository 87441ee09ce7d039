import { once } from "../lib/once.ts";
import { slipCost } from "../text/slip-cost.ts";
import { stem } from "../text/stem.ts";
import { FIELD_BITS, tagTerm, wordTerm } from "./packed-format.ts";
import { eachPlace } from "./postings.ts";
import type { RankingIndex } from "./ranking-index.ts";
import { EMPTY_HASH, hashOf, type JoinableHash, joinSum, tagFilter, wordFilter } from "./term-filter.ts";

/** Shorter words are one edit away from too many others. */
const LENGTH_MIN = 5;
const LENGTH_MAX = 20;
/** Excludes replacing a letter by an unrelated one. */
const COST_MAX = 0.9;
/** At most this many songs are checked for whether the word is in a tag. */
const PLACES_MAX = 32;

interface Letters {
  readonly text: string;
  readonly hash: JoinableHash;
}

/** The spelling that has these letters in place of those of a word from `from` to before `to`. */
interface Edit {
  readonly from: number;
  readonly to: number;
  readonly letters: Letters;
}

/**
 * Returns the word in the catalog's tags that is one likely edit away from `word`, or null. The cheapest edit wins,
 * then the word of more songs. It tests every spelling within one edit, so the cost does not depend on the catalog's
 * size. Of almost all spellings it only computes a hash.
 */
export function nearestTagWord(index: RankingIndex, word: string): string | null {
  const typed = stem(word);
  if (typed.length < LENGTH_MIN || typed.length > LENGTH_MAX || !/^[a-z]+$/.test(typed)) return null;
  let best: { readonly spelling: string; readonly cost: number; readonly songs: number } | null = null;
  const [isTag, isWord] = [tagFilter(index), wordFilter(index)];
  const before = Array.from({ length: typed.length + 1 }, (_, at) => joinSum(0, hashOf(typed.slice(0, at))));
  const after = Array.from({ length: typed.length + 1 }, (_, at) => hashOf(typed.slice(at)));
  for (const { from, to, letters } of oneEditFrom(typed)) {
    const sum = joinSum(joinSum(before[from] ?? 0, letters.hash), after[to] ?? EMPTY_HASH);
    if (!isTag(sum) && !isWord(sum)) continue;
    const spelling = typed.slice(0, from) + letters.text + typed.slice(to);
    const songs = songsTagged(index, spelling);
    if (songs === 0) continue;
    const cost = slipCost(typed, spelling, 1);
    if (cost > COST_MAX) continue;
    if (best === null || cost < best.cost || (cost === best.cost && songs > best.songs))
      best = { spelling, cost, songs };
  }
  if (best === null) return null;
  // Adds the ending of the typed word to the stem that was found.
  const whole = best.spelling + (word.startsWith(typed) ? word.slice(typed.length) : "");
  return stem(whole) === best.spelling ? whole : best.spelling;
}

/** Yields every edit, except those of the first letter. The order is fixed; some spellings come twice. */
function* oneEditFrom(word: string): Generator<Edit> {
  for (let at = 1; at <= word.length; at++) {
    if (at < word.length) {
      yield { from: at, to: at + 1, letters: lettersOf("") };
      if (at + 1 < word.length)
        yield { from: at, to: at + 2, letters: lettersOf((word[at + 1] ?? "") + (word[at] ?? "")) };
      for (const letters of alphabet()) yield { from: at, to: at + 1, letters };
    }
    for (const letters of alphabet()) yield { from: at, to: at, letters };
  }
}

const alphabet = once(() => Array.from("abcdefghijklmnopqrstuvwxyz", lettersOf));

function lettersOf(text: string): Letters {
  return { text, hash: hashOf(text) };
}

/** Returns how many songs have a stemmed word as a tag or in one; 0 if it is only in texts. */
export function songsTagged(index: RankingIndex, spelling: string): number {
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
