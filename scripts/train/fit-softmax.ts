import { minimise } from "./minimise.ts";

export interface Examples {
  /** Standardised features, one example after another. */
  readonly rows: Float32Array;
  readonly width: number;
  /** Each example's class, 0 to `classes - 1`. */
  readonly classOf: readonly number[];
  readonly weightOf: readonly number[];
  readonly classes: number;
}

const ROUNDS = 40;

/** Smaller gradients are skipped: most values of most pictures, once the head is nearly right. */
const NEGLIGIBLE = 1e-4;

/** Multinomial logistic regression. @returns `width` weights and the bias of each class. */
export function fitSoftmax(examples: Examples, ridge: number, rounds = ROUNDS): Float64Array {
  const { rows, width, classOf, weightOf, classes } = examples;
  const stride = width + 1;
  const total = weightOf.reduce((sum, weight) => sum + weight, 0);
  return minimise(
    (point, gradient) => {
      gradient.fill(0);
      let value = 0;
      const weights = Float32Array.from(point);
      const scores = new Float64Array(classes);
      for (const [example, right] of classOf.entries()) {
        const start = example * width;
        scoresOf(rows, start, width, weights, scores);
        const share = (weightOf[example] ?? 0) / total;
        toLogShares(scores);
        value -= share * (scores[right] ?? 0);
        for (let one = 0; one < classes; one++) {
          const miss = share * (Math.exp(scores[one] ?? 0) - (one === right ? 1 : 0));
          if (Math.abs(miss) < NEGLIGIBLE * share) continue;
          const to = one * stride;
          for (let at = 0; at < width; at++) {
            gradient[to + at] = (gradient[to + at] ?? 0) + miss * (rows[start + at] ?? 0);
          }
          gradient[to + width] = (gradient[to + width] ?? 0) + miss;
        }
      }
      for (let at = 0; at < point.length; at++) {
        const isBias = at % stride === width;
        const weight = point[at] ?? 0;
        if (isBias) continue;
        value += 0.5 * ridge * weight * weight;
        gradient[at] = (gradient[at] ?? 0) + ridge * weight;
      }
      return value;
    },
    new Float64Array(classes * stride),
    rounds,
  );
}

/** Writes the scores of the row that starts at `start` into `scores`. */
export function scoresOf(
  rows: Float32Array,
  start: number,
  width: number,
  weights: Float32Array | Float64Array,
  scores: Float64Array,
): void {
  const stride = width + 1;
  const even = width - (width % 4);
  for (let one = 0; one < scores.length; one++) {
    const from = one * stride;
    // Four independent sums: with one, each addition would wait for the previous one.
    let [first, second, third, fourth] = [weights[from + width] ?? 0, 0, 0, 0];
    for (let at = 0; at < even; at += 4) {
      first += (weights[from + at] ?? 0) * (rows[start + at] ?? 0);
      second += (weights[from + at + 1] ?? 0) * (rows[start + at + 1] ?? 0);
      third += (weights[from + at + 2] ?? 0) * (rows[start + at + 2] ?? 0);
      fourth += (weights[from + at + 3] ?? 0) * (rows[start + at + 3] ?? 0);
    }
    for (let at = even; at < width; at++) first += (weights[from + at] ?? 0) * (rows[start + at] ?? 0);
    scores[one] = first + second + third + fourth;
  }
}

/** Replaces scores by the logarithm of their softmax. */
export function toLogShares(scores: Float64Array): void {
  const most = Math.max(...scores);
  let sum = 0;
  for (const score of scores) sum += Math.exp(score - most);
  const norm = most + Math.log(sum);
  for (let one = 0; one < scores.length; one++) scores[one] = (scores[one] ?? 0) - norm;
}
