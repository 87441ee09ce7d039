import { basesOf } from "../text/inflections.ts";
import { memoize } from "../lib/memoize.ts";
import { slipCost, TOO_FAR } from "../text/slip-cost.ts";

/** Kinds of words, the most informative first. A plain word is never a correction; it only prevents others. */
const RANKS = ["keyword", "name", "alias", "grammar", "scene", "plain"] as const;
export type WordRank = (typeof RANKS)[number];

export interface Spelling {
  /** Whether the word or one of its bases is known. */
  knows(word: string): boolean;
  /** Returns the intended word if one is near enough and no plain word is as near; null for a known word. */
  correction(word: string): string | null;
}

const LENGTH_MIN = 4;
/** Minimum length of a word in which two edits can be a spelling mistake. In a shorter word they give another word. */
const LONG = 8;
/** Below this length the first letter has to be right, or be the second letter of the word. */
const SHORT = 6;
const LENGTH_MAX = 24;

/**
 * Maximum cost of a correction: one likely edit in any word; one edit of any kind, or two likely ones, in a long word.
 * A correction to a word of a scene allows one likely edit in long words only, because there are many such words, and
 * each is near some other word by chance.
 */
const COST_MAX = { likely: 0.9, long: 1.7 } as const;
/** Extra cost of a wrong first letter, which people usually get right. */
const FIRST_LETTER = 0.4;
/** Extra cost by rank: less informative words count as if they were further away. */
const DISTRUST: Readonly<Record<WordRank, number>> = {
  keyword: 0,
  name: 0,
  alias: 0.1,
  grammar: 0.1,
  plain: 0.1,
  scene: 0.2,
};
/** Minimum length of a word that can be corrected to a word of the rank. */
const SHORTEST: Readonly<Record<WordRank, number>> = {
  keyword: 4,
  name: 4,
  alias: 4,
  grammar: 4,
  scene: 7,
  plain: 0,
};

/** A word with its letters as a bit set, which rules out most words without comparing them. */
interface SpelledWord {
  readonly word: string;
  readonly letters: number;
  readonly rank: WordRank;
}

/** Prepares corrections to folded words. A few thousand words take some milliseconds. */
export function spellingOf(words: ReadonlyMap<string, WordRank>): Spelling {
  const shelves = shelvesOf(words);
  const isWord = (word: string): boolean => words.has(word);
  const isForm = memoize((word: string): 0 | 1 =>
    isWord(`${word}s`) || basesOf(word).some((base) => isWord(base.word)) ? 1 : 0,
  );
  const knows = (word: string): boolean => isWord(word) || isForm(word) === 1;
  return {
    knows,
    correction: memoize((word) => {
      if (word.length < LENGTH_MIN || word.length > LENGTH_MAX || !/^[a-z]+$/.test(word) || knows(word)) return null;
      return nearest(word, shelves);
    }),
  };
}

/** Words by length and first letter, and by length and second letter for mistakes in the first. */
type Shelves = ReadonlyMap<string, readonly SpelledWord[]>;

function shelvesOf(words: ReadonlyMap<string, WordRank>): Shelves {
  const shelves = new Map<string, SpelledWord[]>();
  const put = (shelf: string, entry: SpelledWord): void => {
    const known = shelves.get(shelf);
    if (known === undefined) shelves.set(shelf, [entry]);
    else known.push(entry);
  };
  for (const [word, rank] of words) {
    if (word.length < 3 || !/^[a-z]+$/.test(word)) continue;
    const entry = { word, rank, letters: lettersOf(word) };
    put(`1${word[0]}${word.length}`, entry);
    put(`2${word[1]}${word.length}`, entry);
  }
  return shelves;
}

function nearest(typed: string, shelves: Shelves): string | null {
  const letters = lettersOf(typed);
  const editsMax = typed.length >= LONG ? 2 : 1;
  let best: SpelledWord | null = null;
  let bestDoubt = TOO_FAR;
  let plainDoubt = TOO_FAR;
  for (const { shelf, edits } of shelvesFor(typed, editsMax)) {
    for (const entry of shelves.get(shelf) ?? []) {
      // One edit changes at most two bits.
      if (bitsOf(letters ^ entry.letters) > 2 * edits || typed.length < SHORTEST[entry.rank]) continue;
      const cost = slipCost(typed, entry.word, edits);
      if (cost > (typed.length >= LONG && entry.rank !== "scene" ? COST_MAX.long : COST_MAX.likely)) continue;
      const doubt = cost + DISTRUST[entry.rank] + (typed[0] === entry.word[0] ? 0 : FIRST_LETTER);
      if (entry.rank === "plain") plainDoubt = Math.min(plainDoubt, doubt);
      else if (best === null || isBetter(entry, doubt, best, bestDoubt)) [best, bestDoubt] = [entry, doubt];
    }
  }
  return best === null || plainDoubt <= bestDoubt ? null : best.word;
}

/**
 * Returns the shelves that can hold the intended word, if there are up to `editsMax` mistakes after the first letter,
 * or one in the first letter.
 */
function shelvesFor(typed: string, editsMax: number): readonly { readonly shelf: string; readonly edits: number }[] {
  const { length } = typed;
  const shelves = [];
  for (let by = -editsMax; by <= editsMax; by++) shelves.push({ shelf: `1${typed[0]}${length + by}`, edits: editsMax });
  if (typed[0] !== typed[1]) {
    shelves.push({ shelf: `1${typed[1]}${length}`, edits: 1 });
    if (length >= SHORT) shelves.push({ shelf: `1${typed[1]}${length - 1}`, edits: 1 });
  }
  if (length >= SHORT) {
    shelves.push({ shelf: `2${typed[0]}${length + 1}`, edits: 1 });
    shelves.push({ shelf: `2${typed[1]}${length}`, edits: 1 });
  }
  return shelves;
}

/**
 * Whether the entry is closer than the other. Ties go to the more informative one, then to the first in the alphabet.
 */
function isBetter(entry: SpelledWord, doubt: number, best: SpelledWord, bestDoubt: number): boolean {
  if (doubt !== bestDoubt) return doubt < bestDoubt;
  const ranks = RANKS.indexOf(entry.rank) - RANKS.indexOf(best.rank);
  return ranks === 0 ? entry.word < best.word : ranks < 0;
}

function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) - 97);
  return letters;
}

function bitsOf(set: number): number {
  let left = set - ((set >>> 1) & 0x5555_5555);
  left = (left & 0x3333_3333) + ((left >>> 2) & 0x3333_3333);
  return Math.imul((left + (left >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
