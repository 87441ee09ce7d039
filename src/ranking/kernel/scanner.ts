import type { Plan } from "../plan.ts";

/**
 * The inner loops of the scan over one index, with accumulators for one block of songs. One search at a time.
 * There are two, with the same sums: plain TypeScript, which also is the oracle, and WebAssembly.
 */
export interface Scanner {
  readonly kind: "WebAssembly" | "TypeScript";
  /** Sets every term of the plan to its first run. */
  begin(plan: Plan): void;
  /** Adds the plan's asks over a block; blocks in rising order, from empty sums. */
  add(block: number): void;
  /**
   * Goes on through the block's songs before `to`, empties their sums, and lists in `found` those with more than
   * `bar`; answers how many, at most FOUND_MAX, and 0 when the block is done.
   */
  sweep(to: number, bar: number): number;
  /** By number in the block. */
  readonly found: Uint32Array;
  /** Their scores. */
  readonly earned: Int32Array;
  /** Empties all sums, after a search that ended in the middle of a block. */
  clear(): void;
}

/** Songs listed before they are judged; judging them raises the bar for the rest. */
export const FOUND_MAX = 512;

/** `best` holds a mark in its upper bits and a value in the lower 23: UNITS * 255 of the plan fits. */
export const VALUE_BITS = 23;
export const MARKS_MAX = 255;
