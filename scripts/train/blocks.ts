import { assert } from "../../src/lib/assert.ts";

/** The features in their order: what each block shows, and how many there are. */
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
];

/** Blocks that ratings follow: the colours of a picture and its grain, not what stands where in it. */
const RATED = new Set(["layout", "rows", "histograms", "quantiles", "lamps", "detail", "patterns"]);

/** What to multiply each feature by, so that every block has the same say whatever its size; 0 leaves it out. */
export function ratingScale(width: number): Float64Array {
  assert(BLOCKS.reduce((sum, [, size]) => sum + size, 0) === width, "the blocks are all the features");
  return Float64Array.from(
    BLOCKS.flatMap(([name, size]) => Array<number>(size).fill(RATED.has(name) ? 1 / Math.sqrt(size) : 0)),
  );
}
