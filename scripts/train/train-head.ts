import { ratingScale } from "./blocks.ts";
import { fitRidge } from "./fit-ridge.ts";
import { fitSoftmax, type Rows, scoresOf } from "./fit-softmax.ts";
import type { Lessons } from "./head-plans.ts";
import type { Samples } from "./samples.ts";
import { VARIANTS } from "./vary.ts";

/** Weight of an original picture relative to one of its variants. */
const ORIGINAL_WEIGHT = 1.5;

/** Thousands of pictures are known to be places: the original and the grey variant of each are enough. */
const INFERRED_VARIANTS = 2;

/** Trains a head. @returns weights like fitSoftmax. */
export function trainHead(
  samples: Samples,
  rows: Rows,
  {
    pictures,
    lessons,
    ridge,
    uses,
  }: {
    readonly pictures: readonly number[];
    readonly lessons: Lessons;
    readonly ridge: number;
    readonly uses: Uint8Array;
  },
): Float64Array {
  const examples = balanced(samples, pictures, lessons).flatMap((weight, at) => {
    const picture = pictures[at] ?? 0;
    const value = lessons.valueOf.get(picture) ?? 0;
    const count = lessons.of.get(picture)?.from === "inference" ? INFERRED_VARIANTS : VARIANTS;
    return Array.from({ length: count }, (_, variant) => ({
      row: picture * VARIANTS + variant,
      value,
      weight: weight * (variant === 0 ? ORIGINAL_WEIGHT : 1) * (VARIANTS / count),
    }));
  });
  return fitSoftmax(
    {
      rows,
      classes: lessons.values.length,
      uses,
      rowOf: examples.map(({ row }) => row),
      classOf: examples.map(({ value }) => value),
      weightOf: examples.map(({ weight }) => weight),
    },
    ridge,
  );
}

/** Trains a rating on the original pictures. @returns weights like fitRidge. */
export function trainMeasure(
  samples: Samples,
  lesson: {
    readonly pictures: readonly number[];
    readonly ratingOf: ReadonlyMap<number, number>;
    readonly ridge: number;
  },
): Float64Array {
  const { width } = samples;
  const scale = ratingScale(width);
  const rows = originals(samples, lesson.pictures).map((value, at) => value * (scale[at % width] ?? 0));
  const ratings = lesson.pictures.map((picture) => lesson.ratingOf.get(picture) ?? 0);
  const weights = fitRidge(rows, width, ratings, lesson.ridge);
  return weights.map((weight, at) => weight * (scale[at] ?? 1));
}

/** Returns the scores of an original picture. */
export function scoresOfPicture({ rows, width }: Samples, picture: number, weights: Float64Array): Float64Array {
  const scores = new Float64Array(weights.length / (width + 1));
  scoresOf(rows, picture * VARIANTS * width, width, weights, scores);
  return scores;
}

function originals(samples: Samples, pictures: readonly number[]): Float32Array {
  const { width } = samples;
  const rows = new Float32Array(pictures.length * width);
  for (const [at, picture] of pictures.entries()) {
    const from = picture * VARIANTS * width;
    rows.set(samples.rows.subarray(from, from + width), at * width);
  }
  return rows;
}

/**
 * Divides the weight of a lesson by the square root of the total weight of its source and value: halfway to giving every
 * source of a value the same total weight.
 */
function balanced({ pictures: all }: Samples, pictures: readonly number[], lessons: Lessons): readonly number[] {
  const totals = new Map<string, number>();
  const keyOf = (picture: number): string => `${all[picture]?.source} ${lessons.valueOf.get(picture)}`;
  const weightOf = (picture: number): number => lessons.of.get(picture)?.weight ?? 0;
  for (const picture of pictures) totals.set(keyOf(picture), (totals.get(keyOf(picture)) ?? 0) + weightOf(picture));
  return pictures.map((picture) => weightOf(picture) / Math.sqrt(totals.get(keyOf(picture)) ?? 1));
}
