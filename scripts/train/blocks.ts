import { assert } from "../../src/lib/assert.ts";

/** The blocks of features in order, with the number of features in each. */
const BLOCKS: readonly (readonly [name: string, width: number])[] = [
  ["layout", 72],
  ["rows", 48],
  ["histograms", 120],
  ["vocabulary", 288],
  ["quantiles", 21],
  ["lamps", 16],
  ["orientation", 1152],
  ["detail", 40],
  ["patterns", 420],
  ["flatness", 6],
];

/** Blocks that ratings use: colours and grain of a picture, not its layout. */
const RATED = new Set(["layout", "rows", "histograms", "quantiles", "lamps", "detail", "patterns"]);

/** Returns a factor per feature, so that every block has the same weight regardless of its size. 0 excludes a feature. */
export function ratingScale(width: number): Float64Array {
  assert(BLOCKS.reduce((sum, [, size]) => sum + size, 0) === width, "the blocks are all the features");
  return Float64Array.from(
    BLOCKS.flatMap(([name, size]) => Array<number>(size).fill(RATED.has(name) ? 1 / Math.sqrt(size) : 0)),
  );
}
