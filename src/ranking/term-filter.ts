import type { RankingIndex } from "./ranking-index.ts";
import { once } from "../lib/once.ts";

/** With this many bits per tag, one in 32 other phrases passes. */
const BITS_PER_TAG = 32;

const BASE = 0x01000193;
/** Spreads a sum over all 32 bits, of which the filter uses the upper ones (Knuth's multiplicative hashing). */
const SPREAD = 0x9e3779b1;

/** A polynomial hash. Those of "poor" and "quality" give that of "poorquality" in a constant time. */
export interface JoinableHash {
  readonly sum: number;
  /** BASE to the power of the length in bytes. */
  readonly power: number;
}

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

/**
 * Returns a test whether the catalog can have a tag whose key has this sum. It is always true for a tag, and false for
 * most other phrases, so that these need no spelling and no lookup (a Bloom filter with one hash).
 */
export function tagFilter(index: RankingIndex): (sum: number) => boolean {
  let filter = filters().get(index);
  if (filter === undefined) {
    filter = filterOf(index);
    filters().set(index, filter);
  }
  return filter;
}

const filters = once(() => new WeakMap<RankingIndex, (sum: number) => boolean>());

function filterOf({ sections }: RankingIndex): (sum: number) => boolean {
  const { termEnds, termBytes, tagTermsFrom, tagNameEnds } = sections;
  const from = tagTermsFrom[0] ?? 0;
  const bits = Math.max(5, Math.ceil(Math.log2(BITS_PER_TAG * (tagNameEnds.length + 1))));
  const filter = new Uint32Array(2 ** (bits - 5));
  const slotOf = (sum: number): number => Math.imul(sum, SPREAD) >>> (32 - bits);
  for (let term = from; term < from + tagNameEnds.length; term++) {
    // The first byte marks a tag and is not in its key.
    const start = (term === 0 ? 0 : (termEnds[term - 1] ?? 0)) + 1;
    const slot = slotOf(sumOf(termBytes, start, termEnds[term] ?? 0));
    filter[slot >>> 5] = (filter[slot >>> 5] ?? 0) | (1 << (slot & 31));
  }
  return (sum) => {
    const slot = slotOf(sum);
    return (((filter[slot >>> 5] ?? 0) >>> (slot & 31)) & 1) === 1;
  };
}
