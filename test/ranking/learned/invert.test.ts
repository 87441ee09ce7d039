import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { invert } from "../../../src/ranking/learned/invert.ts";

describe("the inverse of a matrix", () => {
  test("of a 1 by 1 matrix is its reciprocal", () => {
    const matrix = Float64Array.of(4);
    invert(matrix, 1);
    expect([...matrix]).toEqual([0.25]);
  });

  test("gives the identity when multiplied with it", () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 6, maxLength: 6 }), {
          minLength: 1,
          maxLength: 12,
        }),
        (rows) => {
          const size = 6;
          // A Gram matrix with a ridge, as in learnAssociations: positive definite by construction.
          const matrix = new Float64Array(size * size);
          for (let i = 0; i < size; i++)
            for (let j = 0; j < size; j++)
              matrix[i * size + j] = rows.reduce((sum, row) => sum + (row[i] ?? 0) * (row[j] ?? 0), i === j ? 1 : 0);
          const inverse = matrix.slice();
          invert(inverse, size);
          for (let i = 0; i < size; i++)
            for (let j = 0; j < size; j++) {
              let sum = 0;
              for (let k = 0; k < size; k++) sum += (matrix[i * size + k] ?? 0) * (inverse[k * size + j] ?? 0);
              expect(sum).toBeCloseTo(i === j ? 1 : 0, 6);
            }
        },
      ),
    );
  });

  test("is refused for a matrix that is not positive definite", () => {
    expect(() => invert(Float64Array.of(1, 2, 2, 1), 2)).toThrow("positive definite");
  });
});
