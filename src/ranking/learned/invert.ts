import { assert } from "../../lib/assert.ts";

/**
 * Inverts a symmetric, positive definite matrix of `size` rows in place, by its Cholesky factor. It uses only + - * /
 * and square roots in a fixed order, so the result has the same bits on every machine.
 */
export function invert(matrix: Float64Array, size: number): void {
  assert(matrix.length === size * size, "the matrix is square");
  factorise(matrix, size);
  invertLower(matrix, size);
  // The lower triangle gives the upper half of the inverse; the entry on the diagonal is overwritten last.
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = 0;
      for (let at = row * size; at < matrix.length; at += size) {
        sum += (matrix[at + row] ?? 0) * (matrix[at + column] ?? 0);
      }
      matrix[column * size + row] = sum;
    }
  }
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < row; column++) matrix[row * size + column] = matrix[column * size + row] ?? 0;
  }
}

/** Replaces the lower triangle by L, with L Lᵀ the matrix. */
function factorise(matrix: Float64Array, size: number): void {
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = matrix[row * size + column] ?? 0;
      for (let at = 0; at < column; at++) {
        sum -= (matrix[row * size + at] ?? 0) * (matrix[column * size + at] ?? 0);
      }
      if (row === column) assert(sum > 0, "the matrix is positive definite");
      matrix[row * size + column] = row === column ? Math.sqrt(sum) : sum / (matrix[column * size + column] ?? 1);
    }
  }
}

/** Replaces the lower triangle L by its inverse. */
function invertLower(matrix: Float64Array, size: number): void {
  for (let column = 0; column < size; column++) {
    matrix[column * size + column] = 1 / (matrix[column * size + column] ?? 1);
    for (let row = column + 1; row < size; row++) {
      let sum = 0;
      for (let at = column; at < row; at++) {
        sum -= (matrix[row * size + at] ?? 0) * (matrix[at * size + column] ?? 0);
      }
      matrix[row * size + column] = sum / (matrix[row * size + row] ?? 1);
    }
  }
}
