import { invert } from "../../src/ranking/learned/invert.ts";

/**
 * Ridge regression in its dual form, with the Gram matrix of the examples, because there are fewer examples than features.
 * @returns `width` weights, then the bias.
 */
export function fitRidge(rows: Float32Array, width: number, targets: readonly number[], ridge: number): Float64Array {
  const count = targets.length;
  const mean = targets.reduce((sum, target) => sum + target, 0) / count;
  const products = new Float64Array(count * count);
  for (let one = 0; one < count; one++) {
    for (let other = 0; other <= one; other++) {
      let sum = 0;
      for (let at = 0; at < width; at++) sum += (rows[one * width + at] ?? 0) * (rows[other * width + at] ?? 0);
      products[one * count + other] = sum;
      products[other * count + one] = sum;
    }
    products[one * count + one] = (products[one * count + one] ?? 0) + ridge;
  }
  invert(products, count);
  const weights = new Float64Array(width + 1);
  for (let one = 0; one < count; one++) {
    let share = 0;
    for (let other = 0; other < count; other++) {
      share += (products[one * count + other] ?? 0) * ((targets[other] ?? 0) - mean);
    }
    for (let at = 0; at < width; at++) weights[at] = (weights[at] ?? 0) + share * (rows[one * width + at] ?? 0);
  }
  weights[width] = mean;
  return weights;
}
