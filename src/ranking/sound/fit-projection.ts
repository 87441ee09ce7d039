import { DESCRIPTOR_VALUES, LIKENESS_FACETS, type LikenessFacet } from "../../../schema/sound-descriptor.ts";
import { offsetsOf, SIGNATURE_VALUES } from "./signature.ts";
import { cholesky, congruent, eigenvectors, inverseOfLower, type SquareMatrix } from "./symmetric-matrix.ts";

/** Both halves of a recording, DESCRIPTOR_LENGTH numbers each. */
export interface Halves {
  readonly first: Float32Array;
  readonly second: Float32Array;
}

/** Turns the numbers of a facet into those of a signature. */
export interface FacetProjection {
  readonly facet: LikenessFacet;
  readonly from: number;
  readonly mean: Float64Array | Float32Array;
  /** One row for each number of the signature, which multiplies the numbers less their mean. */
  readonly rows: readonly (Float64Array | Float32Array)[];
}

/** Added to the scatter within recordings, relative to the variance of the catalog: no number is without error. */
const ERROR_SHARE = 0.02;
/** As many recordings as numbers make the learned correlations and their absence count the same. */
const SHRINKAGE = 1;
/** Numbers that vary less are constant. */
const VARIANCE_MIN = 1e-12;

/**
 * Learns from the descriptors of a catalog what tells its recordings apart: numbers are standardised, decorrelated within
 * recordings (the two halves of one differ by chance), and reduced to the directions in which recordings differ most compared
 * with that (linear discriminant analysis with each recording as its own class; Hatch et al., "Within-class covariance
 * normalization", 2006). Facets are apart, so that they can be weighted. Few recordings teach few correlations, which therefore
 * shrink to none (Friedman, "Regularized discriminant analysis", 1989).
 */
export function fitProjections(sample: readonly Halves[]): readonly FacetProjection[] {
  const offsets = offsetsOf(DESCRIPTOR_VALUES);
  return LIKENESS_FACETS.map((facet) => {
    const [from, size] = [offsets[facet], DESCRIPTOR_VALUES[facet]];
    const mean = new Float64Array(size);
    for (const { first, second } of sample)
      for (let at = 0; at < size; at++)
        mean[at] = (mean[at] ?? 0) + ((first[from + at] ?? 0) + (second[from + at] ?? 0)) / (2 * sample.length);
    const deviations = deviationsOf(sample, from, mean);
    const { total, within } = scattersOf(sample, { from, mean, deviations });
    const whitening = inverseOfLower(cholesky(within));
    const best = eigenvectors(congruent(whitening, total)).slice(0, SIGNATURE_VALUES[facet]);
    const rows = best.map(({ vector }) =>
      Float64Array.from({ length: size }, (_, column) => {
        let sum = 0;
        for (let at = column; at < size; at++) sum += (vector[at] ?? 0) * (whitening.values[at * size + column] ?? 0);
        return deviations[column] === 0 ? 0 : sum / (deviations[column] ?? 1);
      }),
    );
    return { facet, from, mean, rows };
  });
}

/** Standard deviations; 0 for constant numbers. */
function deviationsOf(sample: readonly Halves[], from: number, mean: Float64Array): Float64Array {
  return mean.map((middle, at) => {
    let sum = 0;
    for (const { first, second } of sample)
      sum += ((first[from + at] ?? 0) - middle) ** 2 + ((second[from + at] ?? 0) - middle) ** 2;
    const variance = sum / (2 * sample.length);
    return variance < VARIANCE_MIN ? 0 : Math.sqrt(variance);
  });
}

/** The scatter of all halves, and the one between the two halves of a recording, of standardised numbers. */
function scattersOf(
  sample: readonly Halves[],
  { from, mean, deviations }: { readonly from: number; readonly mean: Float64Array; readonly deviations: Float64Array },
): { readonly total: SquareMatrix; readonly within: SquareMatrix } {
  const size = mean.length;
  const total = new Float64Array(size * size);
  const within = new Float64Array(size * size);
  const [one, other, apart] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
  const count = 2 * sample.length;
  for (const { first, second } of sample) {
    for (let at = 0; at < size; at++) {
      const scale = deviations[at] === 0 ? 0 : 1 / (deviations[at] ?? 1);
      one[at] = ((first[from + at] ?? 0) - (mean[at] ?? 0)) * scale;
      other[at] = ((second[from + at] ?? 0) - (mean[at] ?? 0)) * scale;
      apart[at] = (one[at] ?? 0) - (other[at] ?? 0);
    }
    addProducts(total, one, 1 / count);
    addProducts(total, other, 1 / count);
    addProducts(within, apart, 1 / count);
  }
  const learned = sample.length / (sample.length + SHRINKAGE * size);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < row; column++) {
      const value = learned * (within[row * size + column] ?? 0);
      within[row * size + column] = value;
      within[column * size + row] = value;
      total[column * size + row] = total[row * size + column] ?? 0;
    }
    within[row * size + row] = (within[row * size + row] ?? 0) + ERROR_SHARE;
  }
  return { total: { size, values: total }, within: { size, values: within } };
}

/** Adds the lower triangle of v·vᵀ. */
function addProducts(sums: Float64Array, values: Float64Array, weight: number): void {
  const size = values.length;
  for (let row = 0; row < size; row++) {
    const value = weight * (values[row] ?? 0);
    if (value === 0) continue;
    for (let column = 0; column <= row; column++)
      sums[row * size + column] = (sums[row * size + column] ?? 0) + value * (values[column] ?? 0);
  }
}
