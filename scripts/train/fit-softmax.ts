import { LANES, type ProductKernel } from "./kernel/product-kernel.ts";
import { minimise } from "./minimise.ts";

/** Rows of standardised features in the memory of a kernel. */
export interface Rows {
  readonly kernel: ProductKernel;
  readonly offset: number;
  readonly width: number;
  /** Floats from the start of a row to the next. */
  readonly stride: number;
}

export interface Examples {
  readonly rows: Rows;
  /** The index of each example's row. */
  readonly rowOf: readonly number[];
  /** Each example's class, 0 to `classes - 1`. */
  readonly classOf: readonly number[];
  readonly weightOf: readonly number[];
  readonly classes: number;
  /** 1 for each feature that can get a weight, and 0 for the others. */
  readonly uses: Uint8Array;
}

const ROUNDS = 40;

/** Smaller gradients are skipped: most values of most pictures, once the head is nearly right. */
const NEGLIGIBLE = 1e-4;

const FLOAT_BYTES = Float32Array.BYTES_PER_ELEMENT;

/** Copies rows into the memory of a kernel. */
export function placeRows(kernel: ProductKernel, rows: Float32Array, width: number): Rows {
  const count = rows.length / width;
  const stride = Math.ceil(width / LANES) * LANES;
  const offset = kernel.take(count * stride);
  const placed = kernel.floatsAt(offset, count * stride);
  for (let row = 0; row < count; row++) placed.set(rows.subarray(row * width, (row + 1) * width), row * stride);
  return { kernel, offset, width, stride };
}

/** Multinomial logistic regression. @returns `width` weights and the bias of each class. */
export function fitSoftmax(examples: Examples, ridge: number, rounds = ROUNDS): Float64Array {
  const { rows, classes, uses } = examples;
  const { kernel, width, stride } = rows;
  const [weights, sums, out] = [kernel.take(classes * stride), kernel.take(classes * stride), kernel.take(classes)];
  return minimise(
    (point, gradient) => {
      gradient.fill(0);
      const placed = kernel.floatsAt(weights, classes * stride);
      const added = kernel.floatsAt(sums, classes * stride).fill(0);
      for (let one = 0; one < classes; one++) {
        const from = one * (width + 1);
        placed.set(point.subarray(from, from + width), one * stride);
      }
      const loss = passOver(examples, { weights, sums, out }, point, gradient);
      for (let one = 0; one < classes; one++) {
        const to = one * (width + 1);
        for (let at = 0; at < width; at++) {
          gradient[to + at] = uses[at] === 0 ? 0 : (added[one * stride + at] ?? 0) + ridge * (point[to + at] ?? 0);
        }
      }
      return loss + 0.5 * ridge * squaresOf(point, width);
    },
    new Float64Array(classes * (width + 1)),
    rounds,
  );
}

interface Places {
  readonly weights: number;
  /** The gradient of the weights. */
  readonly sums: number;
  readonly out: number;
}

/** Adds all examples to the gradient: of the weights in the kernel's memory, of the biases in `gradient`. @returns the loss. */
function passOver(examples: Examples, places: Places, point: Float64Array, gradient: Float64Array): number {
  const { rows, rowOf, classOf, weightOf, classes } = examples;
  const { kernel, width, stride } = rows;
  const total = weightOf.reduce((sum, weight) => sum + weight, 0);
  const written = kernel.floatsAt(places.out, classes);
  const scores = new Float64Array(classes);
  let loss = 0;
  for (const [example, right] of classOf.entries()) {
    const row = rows.offset + (rowOf[example] ?? 0) * stride * FLOAT_BYTES;
    kernel.scores(row, places.weights, classes, stride, places.out);
    for (let one = 0; one < classes; one++) {
      scores[one] = (written[one] ?? 0) + (point[one * (width + 1) + width] ?? 0);
    }
    const share = (weightOf[example] ?? 0) / total;
    toLogShares(scores);
    loss -= share * (scores[right] ?? 0);
    for (let one = 0; one < classes; one++) {
      const miss = share * (Math.exp(scores[one] ?? 0) - (one === right ? 1 : 0));
      if (Math.abs(miss) < NEGLIGIBLE * share) continue;
      kernel.addTo(row, places.sums + one * stride * FLOAT_BYTES, stride, miss);
      const bias = one * (width + 1) + width;
      gradient[bias] = (gradient[bias] ?? 0) + miss;
    }
  }
  return loss;
}

/** Returns the sum of the squares of all weights. Biases are not penalised. */
function squaresOf(point: Float64Array, width: number): number {
  let sum = 0;
  for (const [at, weight] of point.entries()) if (at % (width + 1) !== width) sum += weight * weight;
  return sum;
}

/** Writes the scores of the row that starts at `start` into `scores`. */
export function scoresOf(
  rows: Float32Array,
  start: number,
  width: number,
  weights: Float64Array,
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
