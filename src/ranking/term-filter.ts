import { once } from "../lib/once.ts";
import { tagTerm, wordTerm } from "./packed-format.ts";
import type { RankingIndex } from "./ranking-index.ts";
import type { Sections } from "./read-sections.ts";

/** With this many bits per term, at most one in 32 other phrases passes. */
const BITS_PER_TERM = 32;

const BASE = 0x01000193;
/** Spreads a sum over all 32 bits, of which the filter uses the upper ones (Knuth's multiplicative hashing). */
const SPREAD = 0x9e3779b1;

/** A polynomial hash. Those of "poor" and "quality" give that of "poorquality" in a constant time. */
export interface JoinableHash {
  readonly sum: number;
  /** BASE to the power of the length in bytes. */
  readonly power: number;
}

export const EMPTY_HASH: JoinableHash = { sum: 0, power: 1 };

/** Returns the hash of a text's UTF-8 bytes. */
export function hashOf(text: string): JoinableHash {
  const bytes = encoder().encode(text);
  let power = 1;
  for (let at = 0; at < bytes.length; at++) power = Math.imul(power, BASE);
  return { sum: sumOf(bytes, 0, bytes.length), power };
}

const encoder = once(() => new TextEncoder());

function sumOf(bytes: Uint8Array, from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at++) sum = (Math.imul(sum, BASE) + (bytes[at] ?? 0)) | 0;
  return sum;
}

/** Returns the sum of a text that begins with a text of sum `before`. */
export function joinSum(before: number, { sum, power }: JoinableHash): number {
  return (Math.imul(before, power) + sum) | 0;
}

/** A test of a sum. */
type Filter = (sum: number) => boolean;

/**
 * Returns a test whether the catalog can have a tag whose key has this sum. It is always true for a tag, and false for
 * most other phrases, so that these need no spelling and no lookup (a Bloom filter with one hash).
 */
export function tagFilter(index: RankingIndex): Filter {
  return cachedFilter(tagFilters(), index, tagTerm(""));
}

/** The same for the stem of a word. */
export function wordFilter(index: RankingIndex): Filter {
  return cachedFilter(wordFilters(), index, wordTerm(""));
}

const tagFilters = once(() => new WeakMap<RankingIndex, Filter>());
const wordFilters = once(() => new WeakMap<RankingIndex, Filter>());

function cachedFilter(filters: WeakMap<RankingIndex, Filter>, index: RankingIndex, mark: string): Filter {
  const known = filters.get(index);
  if (known !== undefined) return known;
  const filter = filterOf(index.sections, mark.charCodeAt(0));
  filters.set(index, filter);
  return filter;
}

/** Returns the filter of the terms whose first byte is `mark`. */
function filterOf(sections: Sections, mark: number): Filter {
  const { termEnds, termBytes } = sections;
  const [from, to] = [firstFrom(sections, mark), firstFrom(sections, mark + 1)];
  const bits = Math.max(5, Math.ceil(Math.log2(BITS_PER_TERM * (to - from + 1))));
  const filter = new Uint32Array(2 ** (bits - 5));
  const slotOf = (sum: number): number => Math.imul(sum, SPREAD) >>> (32 - bits);
  for (let term = from; term < to; term++) {
    const slot = slotOf(sumOf(termBytes, startOf(termEnds, term) + 1, termEnds[term] ?? 0));
    filter[slot >>> 5] = (filter[slot >>> 5] ?? 0) | (1 << (slot & 31));
  }
  return (sum) => {
    const slot = slotOf(sum);
    return (((filter[slot >>> 5] ?? 0) >>> (slot & 31)) & 1) === 1;
  };
}

/** Returns the first term whose first byte is at least `mark`. Terms are in the order of their bytes. */
function firstFrom({ termEnds, termBytes }: Sections, mark: number): number {
  let low = 0;
  let high = termEnds.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((termBytes[startOf(termEnds, middle)] ?? 0) < mark) low = middle + 1;
    else high = middle;
  }
  return low;
}

function startOf(ends: Uint32Array, at: number): number {
  return at === 0 ? 0 : (ends[at - 1] ?? 0);
}
