import { BLOCK_SIZE } from "./packed-format.ts";

/** `best` holds a mark in its upper bits and a value in the lower 23: UNITS * 255 of the plan fits. */
const VALUE_BITS = 23;
const MARKS_MAX = 255;
export const VALUE_MASK = 2 ** VALUE_BITS - 1;
export const MARK_MASK = MARKS_MAX << VALUE_BITS;

/** Accumulators of one block of songs, made once per index; `score` is left zeroed after every search. */
export class Scratch {
  /** The score so far. */
  readonly score: Int32Array;
  /** The best of the ask at hand, with the ask's mark. */
  readonly best: Int32Array;
  #marks = 0;

  constructor(songCount: number) {
    const size = Math.min(songCount, BLOCK_SIZE);
    this.score = new Int32Array(size);
    this.best = new Int32Array(size);
  }

  /** A mark that no entry of `best` has, as long as the ask at hand is added. */
  nextMark(): number {
    if (this.#marks === MARKS_MAX) {
      this.best.fill(0);
      this.#marks = 0;
    }
    return ++this.#marks << VALUE_BITS;
  }
}
