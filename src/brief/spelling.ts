import { basesOf } from "./inflections.ts";
import { memoize } from "../lib/memoize.ts";
import { slipCost, TOO_FAR } from "./slip-cost.ts";

/** How much a word tells of a brief, from most to least. Plain words are never a correction, only in the way of one. */
const RANKS = ["promise", "name", "alias", "grammar", "scene", "plain"] as const;
export type Rank = (typeof RANKS)[number];

export interface Spelling {
  /** Whether the word is one, as it is or inflected. */
  knows(word: string): boolean;
  /** The word that was meant, where one is near enough and no other as near; null for a word that is known. */
  correction(word: string): string | null;
}

const LENGTH_MIN = 4;
/** From here on two edits may be one word's slips; below, two edits make another word. */
const LONG = 8;
/** Below, the first letter is right, or the second in its place. */
const SHORT = 6;
const LENGTH_MAX = 24;

/**
 * The dearest slip that is believed: a likely one in any word, any one in a long word, two likely ones in a long word.
 * Words of scenes are many and odd, and each is near some other word by chance: one likely slip, and in long words only.
 */
const COST_MAX = { likely: 0.9, long: 1.7 } as const;
/** What a slip in the first letter costs besides: it is the one letter that people get right. */
const FIRST_LETTER = 0.4;
/** What stands against a word that tells less, as if it were further away: a plain word is in the way of most. */
const DISTRUST: Readonly<Record<Rank, number>> = {
  promise: 0,
  name: 0,
  alias: 0.1,
  grammar: 0.1,
  plain: 0.1,
  scene: 0.2,
};
/** How short a word may be that is corrected to one of the rank. */
const SHORTEST: Readonly<Record<Rank, number>> = {
  promise: 4,
  name: 4,
  alias: 4,
  grammar: 4,
  scene: 7,
  plain: 0,
};

/** `letters`: a bit per letter, so that most words are told apart without comparing them. */
interface Entry {
  readonly word: string;
  readonly letters: number;
  readonly rank: Rank;
}

/** Prepares for corrections to `words`, which are folded; a few thousand take some milliseconds. */
export function spellingOf(words: ReadonlyMap<string, Rank>): Spelling {
  const shelves = shelvesOf(words);
  const isWord = (word: string): boolean => words.has(word);
  const knows = (word: string): boolean =>
    isWord(word) || isWord(`${word}s`) || basesOf(word).some((base) => isWord(base.word));
  return {
    knows,
    correction: memoize((word) => {
      if (word.length < LENGTH_MIN || word.length > LENGTH_MAX || !/^[a-z]+$/.test(word) || knows(word)) return null;
      return nearest(word, shelves);
    }),
  };
}

/** Words by their length and first letter, and by their length and second letter for slips in the first. */
type Shelves = ReadonlyMap<string, readonly Entry[]>;

function shelvesOf(words: ReadonlyMap<string, Rank>): Shelves {
  const shelves = new Map<string, Entry[]>();
  const put = (shelf: string, entry: Entry): void => {
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
  let best: Entry | null = null;
  let bestDoubt = TOO_FAR;
  let plainDoubt = TOO_FAR;
  for (const { shelf, edits } of shelvesFor(typed, editsMax)) {
    for (const entry of shelves.get(shelf) ?? []) {
      // Each edit changes at most two letters of the set.
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

/** Where a word with up to `editsMax` slips may stand: any of them behind the first letter, or one in it. */
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

/** The nearer; of two as near the one that tells more, then by the alphabet, so that no order of files decides. */
function isBetter(entry: Entry, doubt: number, best: Entry, bestDoubt: number): boolean {
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
