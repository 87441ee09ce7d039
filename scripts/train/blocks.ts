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
  ["sun", 20],
];

/** Blocks that ratings use: colours and grain of a picture, not its layout. */
const RATED = new Set(["layout", "rows", "histograms", "quantiles", "lamps", "detail", "patterns"]);

/** Blocks that a single head uses. The other heads gain nothing from them and fit chance. */
const OWNED: ReadonlyMap<string, string> = new Map([["sun", "weather"]]);

/** Returns 1 for each feature that the head uses, and 0 for the others. */
export function featuresFor(head: string, width: number): Uint8Array {
  checkWidth(width);
  return Uint8Array.from(
    BLOCKS.flatMap(([name, size]) => Array<number>(size).fill((OWNED.get(name) ?? head) === head ? 1 : 0)),
  );
}

/** Returns a factor per feature, so that every block has the same weight regardless of its size. 0 excludes a feature. */
export function ratingScale(width: number): Float64Array {
  checkWidth(width);
  return Float64Array.from(
    BLOCKS.flatMap(([name, size]) => Array<number>(size).fill(RATED.has(name) ? 1 / Math.sqrt(size) : 0)),
  );
}

function checkWidth(width: number): void {
  assert(BLOCKS.reduce((sum, [, size]) => sum + size, 0) === width, "the blocks are all the features");
}
