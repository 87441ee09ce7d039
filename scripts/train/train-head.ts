import { ratingScale } from "./blocks.ts";
import { fitRidge } from "./fit-ridge.ts";
import { fitSoftmax, scoresOf } from "./fit-softmax.ts";
import type { Samples } from "./samples.ts";
import { VARIANTS } from "./vary.ts";

/** Weight of an original picture relative to one of its variants. */
const ORIGINAL_WEIGHT = 1.5;

/** The pictures to train on. */
export interface Lesson {
  readonly pictures: readonly number[];
  readonly width: number;
}

/** Trains a head. @returns weights like fitSoftmax. */
export function trainHead(
  samples: Samples,
  lesson: Lesson & {
    /** The index of each picture's value. */
    readonly valueIndexes: ReadonlyMap<number, number>;
    readonly values: readonly string[];
    /** Relative to a labelled picture. */
    readonly weightOf: (picture: number) => number;
    readonly ridge: number;
  },
): Float64Array {
  const { pictures, valueIndexes } = lesson;
  const balance = balanced(samples, pictures, valueIndexes).map(
    (weight, at) => weight * lesson.weightOf(pictures[at] ?? 0),
  );
  return fitSoftmax(
    {
      rows: rowsOf(samples, pictures, lesson.width, VARIANTS),
      width: lesson.width,
      classes: lesson.values.length,
      classOf: pictures.flatMap((picture) => Array<number>(VARIANTS).fill(valueIndexes.get(picture) ?? 0)),
      weightOf: balance.flatMap((weight) =>
        Array.from({ length: VARIANTS }, (_, variant) => weight * (variant === 0 ? ORIGINAL_WEIGHT : 1)),
      ),
    },
    lesson.ridge,
  );
}

/** Trains a rating on the original pictures. @returns weights like fitRidge. */
export function trainMeasure(
  samples: Samples,
  lesson: Lesson & { readonly ratingOf: ReadonlyMap<number, number>; readonly ridge: number },
): Float64Array {
  const { width } = lesson;
  const scale = ratingScale(width);
  const rows = rowsOf(samples, lesson.pictures, width, 1).map((value, at) => value * (scale[at % width] ?? 0));
  const ratings = lesson.pictures.map((picture) => lesson.ratingOf.get(picture) ?? 0);
  const weights = fitRidge(rows, width, ratings, lesson.ridge);
  return weights.map((weight, at) => weight * (scale[at] ?? 1));
}

/** Returns the scores of an original picture. */
export function scoresOfPicture(samples: Samples, picture: number, width: number, weights: Float64Array): Float64Array {
  const scores = new Float64Array(weights.length / (width + 1));
  scoresOf(samples.rows, picture * VARIANTS * samples.width, width, weights, scores);
  return scores;
}

function rowsOf(samples: Samples, pictures: readonly number[], width: number, variants: number): Float32Array {
  const rows = new Float32Array(pictures.length * variants * width);
  let to = 0;
  for (const picture of pictures) {
    for (let variant = 0; variant < variants; variant++, to += width) {
      const from = (picture * VARIANTS + variant) * samples.width;
      rows.set(samples.rows.subarray(from, from + width), to);
    }
  }
  return rows;
}

/** Weights by the square root of the group size: halfway to giving every source of a value the same total weight. */
function balanced(
  samples: Samples,
  pictures: readonly number[],
  valueIndexes: ReadonlyMap<number, number>,
): readonly number[] {
  const sizes = new Map<string, number>();
  const keyOf = (picture: number): string => `${samples.pictures[picture]?.source} ${valueIndexes.get(picture)}`;
  for (const picture of pictures) sizes.set(keyOf(picture), (sizes.get(keyOf(picture)) ?? 0) + 1);
  return pictures.map((picture) => 1 / Math.sqrt(sizes.get(keyOf(picture)) ?? 1));
}
