import type { FacetProjection } from "./fit-projection.ts";
import { readProjections } from "./pack-projections.ts";
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

/** The mean of the signatures of several descriptions, each of DESCRIPTOR_LENGTH numbers. @param packed As in an index. */
export function meanSignature(descriptions: readonly Float32Array[], packed: Float32Array): Float64Array {
  const projections = readProjections(packed);
  const mean = new Float64Array(SIGNATURE_BYTES);
  const one = new Int8Array(SIGNATURE_BYTES);
  for (const description of descriptions) {
    sign(description, projections, one);
    one.forEach((value, at) => {
      mean[at] = (mean[at] ?? 0) + value / descriptions.length;
    });
  }
  return mean;
}
