import { assert } from "../lib/assert.ts";

const BYTE_MAX = 127;

/**
 * Returns the direction of a vector in signed bytes, its largest number as 127. It drops the length, because only
 * angles are compared. For vectors of a hundred numbers or more, cosines change by less than 0.01.
 */
export function quantize(vector: readonly number[]): Int8Array {
  let largest = 0;
  for (const number of vector) largest = Math.max(largest, Math.abs(number));
  assert(largest > 0 && Number.isFinite(largest), "a stored vector has a direction");
  return Int8Array.from(vector, (number) => Math.round((number / largest) * BYTE_MAX));
}

/**
 * Returns the cosine of the angle between two directions, -1 to 1; null for vectors of different models. Sums are whole
 * numbers, so the result is the same on every machine.
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
