import type { FacetProjection } from "./fit-projection.ts";
import { FACET_NORM, SIGNATURE_FROM, SIGNATURE_BYTES } from "./signature.ts";

/**
 * Writes the signature of a recording to `signature` at `at`: for each facet the direction in which the recording differs from
 * the catalog's mean, as signed bytes. So the products of two signatures are a cosine for each facet.
 * @param values The mean of both halves of its descriptor.
 */
export function sign(
  values: Float32Array,
  projections: readonly FacetProjection[],
  signature: Int8Array,
  at = 0,
): void {
  signature.fill(0, at, at + SIGNATURE_BYTES);
  for (const { facet, from, mean, rows } of projections) {
    const projected = rows.map((row) => {
      let sum = 0;
      for (let column = 0; column < row.length; column++)
        sum += (row[column] ?? 0) * ((values[from + column] ?? 0) - (mean[column] ?? 0));
      return sum;
    });
    const length = Math.hypot(...projected);
    if (length === 0) continue;
    projected.forEach((value, index) => {
      signature[at + SIGNATURE_FROM[facet] + index] = Math.round((FACET_NORM * value) / length);
    });
  }
}
