/** A square matrix by rows. */
export interface SquareMatrix {
  readonly size: number;
  readonly values: Float64Array;
}

/** Sweeps of Jacobi's method: it converges quadratically, so matrices of 100 rows need about eight. */
const SWEEPS_MAX = 30;
/** The sum of squares beside the diagonal, relative to the diagonal, at which a matrix counts as diagonal. */
const DIAGONAL_SHARE = 1e-18;

/** Returns the lower triangle L with L·Lᵀ = `matrix`, which must be positive definite. */
export function cholesky({ size, values }: SquareMatrix): SquareMatrix {
  const lower = new Float64Array(size * size);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = values[row * size + column] ?? 0;
      for (let at = 0; at < column; at++) sum -= (lower[row * size + at] ?? 0) * (lower[column * size + at] ?? 0);
      lower[row * size + column] =
        row === column ? Math.sqrt(Math.max(sum, Number.MIN_VALUE)) : sum / (lower[column * size + column] ?? 1);
    }
  }
  return { size, values: lower };
}

/** Returns the inverse of a lower triangle. */
export function inverseOfLower({ size, values }: SquareMatrix): SquareMatrix {
  const inverse = new Float64Array(size * size);
  for (let column = 0; column < size; column++) {
    inverse[column * size + column] = 1 / (values[column * size + column] ?? 1);
    for (let row = column + 1; row < size; row++) {
      let sum = 0;
      for (let at = column; at < row; at++) sum -= (values[row * size + at] ?? 0) * (inverse[at * size + column] ?? 0);
      inverse[row * size + column] = sum / (values[row * size + row] ?? 1);
    }
  }
  return { size, values: inverse };
}

/** Returns A·S·Aᵀ. */
export function congruent(a: SquareMatrix, s: SquareMatrix): SquareMatrix {
  return timesTransposed(timesTransposed(a, s), a);
}

/** Returns A·Bᵀ; for a symmetric B it is A·B. */
function timesTransposed(a: SquareMatrix, b: SquareMatrix): SquareMatrix {
  const { size } = a;
  const product = new Float64Array(size * size);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      let sum = 0;
      for (let at = 0; at < size; at++) sum += (a.values[row * size + at] ?? 0) * (b.values[column * size + at] ?? 0);
      product[row * size + column] = sum;
    }
  }
  return { size, values: product };
}

export interface Eigenvector {
  readonly value: number;
  readonly vector: Float64Array;
}

/** Returns the eigenvectors of a symmetric matrix by Jacobi's cyclic rotations, those of the largest eigenvalues first. */
export function eigenvectors(matrix: SquareMatrix): readonly Eigenvector[] {
  const { size } = matrix;
  const values = matrix.values.slice();
  const vectors = new Float64Array(size * size);
  for (let at = 0; at < size; at++) vectors[at * size + at] = 1;
  for (let sweep = 0; sweep < SWEEPS_MAX && !isDiagonal(values, size); sweep++) {
    for (let p = 0; p < size - 1; p++) for (let q = p + 1; q < size; q++) rotate(values, vectors, size, p, q);
  }
  return Array.from({ length: size }, (_, at) => ({
    value: values[at * size + at] ?? 0,
    vector: withOneSign(vectors.slice(at * size, (at + 1) * size)),
  })).toSorted((one, other) => other.value - one.value);
}

function isDiagonal(values: Float64Array, size: number): boolean {
  let [beside, on] = [0, 0];
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) {
      const square = (values[row * size + column] ?? 0) ** 2;
      if (row === column) on += square;
      else beside += square;
    }
  return beside <= DIAGONAL_SHARE * on;
}

/** Makes the entry at row `p` and column `q` zero. The rows of `vectors` are the eigenvectors. */
function rotate(values: Float64Array, vectors: Float64Array, size: number, p: number, q: number): void {
  const entry = values[p * size + q] ?? 0;
  if (entry === 0) return;
  const slope = ((values[q * size + q] ?? 0) - (values[p * size + p] ?? 0)) / (2 * entry);
  const tangent = (slope < 0 ? -1 : 1) / (Math.abs(slope) + Math.sqrt(slope * slope + 1));
  const cosine = 1 / Math.sqrt(tangent * tangent + 1);
  const sine = tangent * cosine;
  const turn = (array: Float64Array, one: number, other: number): void => {
    const [a, b] = [array[one] ?? 0, array[other] ?? 0];
    array[one] = cosine * a - sine * b;
    array[other] = sine * a + cosine * b;
  };
  for (let at = 0; at < size; at++) turn(values, at * size + p, at * size + q);
  for (let at = 0; at < size; at++) turn(values, p * size + at, q * size + at);
  for (let at = 0; at < size; at++) turn(vectors, p * size + at, q * size + at);
}

/** Both signs are eigenvectors. The one whose largest entry is positive, so that the result does not depend on the rotations. */
function withOneSign(vector: Float64Array): Float64Array {
  const largest = vector.reduce((most, value) => (Math.abs(value) > Math.abs(most) ? value : most), 0);
  return largest < 0 ? vector.map((value) => -value) : vector;
}
