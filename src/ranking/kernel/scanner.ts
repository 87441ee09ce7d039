import type { Screen } from "./screen.ts";

/** The part of a plan that a scanner reads: the sign and the terms of each ask. */
export interface ScannedPlan {
  readonly asks: readonly { readonly sign: 1 | -1; readonly terms: readonly ScannedTerm[] }[];
}

export interface ScannedTerm {
  /** The term's number in the index, and the points per unit of impact. */
  readonly term: { readonly term: number };
  readonly units: number;
}

/**
 * The inner loops of the scan over one index, with accumulators for one block of songs. It serves one search at a time.
 * There are two implementations with the same sums: WebAssembly, and plain TypeScript, which tests use as the oracle.
 */
export interface Scanner {
  readonly kind: "WebAssembly" | "TypeScript";
  /** Starts a search: sets every term of the plan to its first run. */
  begin(plan: ScannedPlan, screen: Screen): void;
  /**
   * Whether the scanner judges by itself. If so, `doubts` is valid and songs that fail are left out; if not, every
   * found song still has to be judged.
   */
  readonly isJudge: boolean;
  /** Adds the plan's asks over a block. Blocks come in ascending order, and the sums are empty before each. */
  add(block: number): void;
  /**
   * Continues through the block's songs before `to`, clears their sums, and lists those above the bar's floor in `found`.
   * Returns how many it listed, at most FOUND_MAX, and 0 at the end of the block. A scanner that judges leaves out
   * songs that fail, and songs that are no better than the bar.
   */
  sweep(block: number, to: number, bar: Bar): number;
  /** Numbers within the block. */
  readonly found: Uint32Array;
  /** Scores of the found songs. */
  readonly earned: Int32Array;
  /** Doubts of the found songs, if the scanner judges. */
  readonly doubts: Int32Array;
  /** Returns how many songs failed since `begin`. */
  cut(): number;
  /**
   * Lists the signatures from `from` to `to` (FOUND_MAX at most) whose product with the query exceeds `floor` in `found`, and
   * the products in `earned`. Returns how many. Independent of a search.
   */
  nearest(query: Int16Array, from: number, to: number, floor: number): number;
  /** Sets the constraints of `judge`. `begin` replaces them. */
  screen(screen: Screen): void;
  /**
   * Goes through the first `count` songs that `nearest` listed. A scanner that judges leaves out those that fail or are no better
   * than the bar, and lists the `doubts` of the others. Returns how many are left.
   */
  judge(count: number, bar: Bar): number;
  /** Clears all sums, after a search that stopped within a block. */
  clear(): void;
}

/** The scores that a song has to exceed to get in. */
export interface Bar {
  /** The score that every song has to exceed. */
  readonly floor: number;
  readonly doubt: number;
  /** The score that a song with the bar's doubt has to exceed. */
  readonly score: number;
}

/** At most this many songs are listed before they are judged, so that judging them raises the bar for the rest. */
export const FOUND_MAX = 512;

/**
 * Bits of the value in an entry of `best`; a mark is in the upper bits. The highest value, UNITS * 255 of the plan,
 * fits.
 */
export const VALUE_BITS = 23;
export const MARKS_MAX = 255;
