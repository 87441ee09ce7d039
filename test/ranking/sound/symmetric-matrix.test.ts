import { expect, test } from "bun:test";
import fc from "fast-check";
import {
  cholesky,
  congruent,
  eigenvectors,
  inverseOfLower,
  type SquareMatrix,
} from "../../../src/ranking/sound/symmetric-matrix.ts";

/** M·Mᵀ plus a little on the diagonal, so that it is positive definite. */
const positiveDefinite = fc.integer({ min: 1, max: 12 }).chain((size) =>
  fc.array(fc.integer({ min: -50, max: 50 }), { minLength: size * size, maxLength: size * size }).map((numbers) => {
    const values = new Float64Array(size * size);
    for (let row = 0; row < size; row++)
      for (let column = 0; column < size; column++) {
        let sum = row === column ? 10 : 0;
        for (let at = 0; at < size; at++)
          sum += ((numbers[row * size + at] ?? 0) * (numbers[column * size + at] ?? 0)) / 100;
        values[row * size + column] = sum;
      }
    return { size, values };
  }),
);

function identity(size: number): SquareMatrix {
  return { size, values: Float64Array.from({ length: size * size }, (_, at) => Number(at % (size + 1) === 0)) };
}

function expectNear(one: SquareMatrix, other: SquareMatrix, most = 1e-6): void {
  for (const [at, value] of one.values.entries()) expect(Math.abs(value - (other.values[at] ?? 0))).toBeLessThan(most);
}

test("the triangle of Cholesky multiplied by its transpose is the matrix", () => {
  fc.assert(
    fc.property(positiveDefinite, (matrix) => {
      expectNear(congruent(cholesky(matrix), identity(matrix.size)), matrix);
    }),
  );
});

test("the inverse of the triangle whitens the matrix", () => {
  fc.assert(
    fc.property(positiveDefinite, (matrix) => {
      expectNear(congruent(inverseOfLower(cholesky(matrix)), matrix), identity(matrix.size));
    }),
  );
});

test("eigenvectors are orthonormal, the matrix scales each by its value, and the largest values come first", () => {
  fc.assert(
    fc.property(positiveDefinite, (matrix) => {
      const found = eigenvectors(matrix);
      expect(found).toHaveLength(matrix.size);
      for (const [at, { value, vector }] of found.entries()) {
        expect(value).toBeLessThanOrEqual((found[at - 1]?.value ?? Infinity) + 1e-9);
        for (let row = 0; row < matrix.size; row++) {
          const product = vector.reduce(
            (sum, entry, column) => sum + entry * (matrix.values[row * matrix.size + column] ?? 0),
            0,
          );
          expect(Math.abs(product - value * (vector[row] ?? 0))).toBeLessThan(1e-5);
        }
        for (const [other, { vector: second }] of found.entries()) {
          const dot = vector.reduce((sum, entry, index) => sum + entry * (second[index] ?? 0), 0);
          expect(Math.abs(dot - Number(at === other))).toBeLessThan(1e-6);
        }
      }
    }),
  );
});

test("the sign of an eigenvector does not depend on the method: its largest entry is positive", () => {
  const [first] = eigenvectors({ size: 2, values: Float64Array.of(2, -1, -1, 2) });
  expect(first?.value).toBeCloseTo(3);
  expect(Math.max(...(first?.vector ?? []))).toBeCloseTo(Math.SQRT1_2);
});
