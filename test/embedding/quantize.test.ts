import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cosine, quantize } from "../../src/embedding/quantize.ts";

/** Sums of uniform numbers, distributed like the numbers of a model's vectors. */
const vectors = fc
  .array(fc.tuple(fc.integer({ min: -1000, max: 1000 }), fc.integer({ min: -1000, max: 1000 })), {
    minLength: 64,
    maxLength: 64,
  })
  .map((pairs) => pairs.map(([a, b]) => (a + b) / 2000))
  .filter((vector) => vector.some((number) => Math.abs(number) > 0.1));

function exactCosine(one: readonly number[], other: readonly number[]): number {
  const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, x, at) => sum + x * (b[at] ?? 0), 0);
  return dot(one, other) / Math.sqrt(dot(one, one) * dot(other, other));
}

describe("a quantized vector", () => {
  test("keeps the cosine to another one within a hundredth", () => {
    fc.assert(
      fc.property(vectors, vectors, (one, other) => {
        const kept = cosine(quantize(one), quantize(other)) ?? Number.NaN;
        expect(Math.abs(kept - exactCosine(one, other))).toBeLessThan(0.01);
      }),
    );
  });

  test("does not depend on the vector's length", () => {
    fc.assert(
      fc.property(vectors, fc.constantFrom(2 ** -40, 0.5, 4, 2 ** 40), (vector, scale) => {
        expect(quantize(vector.map((number) => number * scale))).toEqual(quantize(vector));
      }),
    );
  });

  test("is nearest to itself and farthest from its opposite", () => {
    const vector = [0.3, -0.2, 0.9];
    expect(cosine(quantize(vector), quantize(vector))).toBe(1);
    expect(cosine(quantize(vector), quantize(vector.map((number) => -number)))).toBe(-1);
  });

  test("of another model cannot be compared", () => {
    expect(cosine(quantize([1, 0]), quantize([1, 0, 0]))).toBeNull();
  });

  test("needs a direction", () => {
    expect(() => quantize([0, 0])).toThrow("a direction");
  });
});
