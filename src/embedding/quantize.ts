import { assert } from "../lib/assert.ts";

const BYTE_MAX = 127;

/**
 * The direction of a vector in signed bytes, its largest number as 127. Its length is given up: only angles are asked
 * for, and the angle between two such vectors needs no scale. Of vectors as models make them, a hundred numbers and more, cosines change by less than 0.01.
 */
export function quantize(vector: readonly number[]): Int8Array {
  let largest = 0;
  for (const number of vector) largest = Math.max(largest, Math.abs(number));
  assert(largest > 0 && Number.isFinite(largest), "a vector that is kept has a direction");
  return Int8Array.from(vector, (number) => Math.round((number / largest) * BYTE_MAX));
}

/**
 * The cosine of the angle between two directions, -1 to 1; null for vectors of different models. Sums are whole
 * numbers, so it is the same on every machine.
 */
export function cosine(one: Int8Array, other: Int8Array): number | null {
  if (one.length !== other.length) return null;
  let product = 0;
  let ones = 0;
  let others = 0;
  for (let at = 0; at < one.length; at++) {
    const [a, b] = [one[at] ?? 0, other[at] ?? 0];
    product += a * b;
    ones += a * a;
    others += b * b;
  }
  return ones === 0 || others === 0 ? null : product / Math.sqrt(ones * others);
}
