import type { Screen } from "./screen.ts";

/** What a scanner reads of a plan: for each ask its sign and its terms, each with the units that one point of impact is worth. */
export interface ScannedPlan {
  readonly asks: readonly { readonly sign: 1 | -1; readonly terms: readonly ScannedTerm[] }[];
}

export interface ScannedTerm {
  /** The number of the term in the index. */
  readonly term: { readonly term: number };
  readonly units: number;
}

/**
 * The inner loops of the scan over one index, with accumulators for one block of songs. One search at a time.
 * There are two, with the same sums: plain TypeScript, which also is the oracle, and WebAssembly.
 */
export interface Scanner {
  readonly kind: "WebAssembly" | "TypeScript";
  /** Sets every term of the plan to its first run, and remembers by what songs are judged. */
  begin(plan: ScannedPlan, screen: Screen): void;
  /** Whether `doubts` are whole and songs that fail are left out; otherwise every found song is still to be judged. */
  readonly isJudge: boolean;
  /** Adds the plan's asks over a block; blocks in rising order, from empty sums. */
  add(block: number): void;
  /**
   * Goes on through the block's songs before `to`, empties their sums, and lists in `found` those with more than the
   * bar's floor; answers how many, at most FOUND_MAX, and 0 when the block is done. A scanner that judges leaves out
   * songs that fail, and those with more doubt than the bar's, or as much and no higher score.
   */
  sweep(block: number, to: number, bar: Bar): number;
  /** By number in the block. */
  readonly found: Uint32Array;
  /** Their scores. */
  readonly earned: Int32Array;
  /** Their doubts, of a scanner that judges. */
  readonly doubts: Int32Array;
  /** Songs left out because they fail, since `begin`. */
  cut(): number;
  /** Empties all sums, after a search that ended in the middle of a block. */
  clear(): void;
}

/** What a song must be better than to get in. */
export interface Bar {
  /** Every song needs a score above this. */
  readonly floor: number;
  readonly doubt: number;
  /** Of a song with as much doubt as the bar's. */
  readonly score: number;
}

/** Songs listed before they are judged; judging them raises the bar for the rest. */
export const FOUND_MAX = 512;

/** `best` holds a mark in its upper bits and a value in the lower 23: UNITS * 255 of the plan fits. */
export const VALUE_BITS = 23;
export const MARKS_MAX = 255;
