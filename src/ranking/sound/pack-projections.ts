import { DESCRIPTOR_VALUES, LIKENESS_FACETS } from "../../../schema/sound-descriptor.ts";
import type { FacetProjection } from "./fit-projection.ts";
import { offsetsOf, SIGNATURE_VALUES } from "./signature.ts";

/** Lays projections out as they are in an index: for each facet its mean, then its rows. */
export function packProjections(projections: readonly FacetProjection[]): Float32Array {
  return Float32Array.from(projections.flatMap(({ mean, rows }) => [...mean, ...rows.flatMap((row) => [...row])]));
}

/** Reads what `packProjections` wrote: in the precision that it has in an index. Returns [] for no numbers. */
export function readProjections(packed: Float32Array): readonly FacetProjection[] {
  if (packed.length === 0) return [];
  const offsets = offsetsOf(DESCRIPTOR_VALUES);
  let at = 0;
  const next = (size: number): Float32Array => packed.subarray(at, (at += size));
  return LIKENESS_FACETS.map((facet) => {
    const size = DESCRIPTOR_VALUES[facet];
    const mean = next(size);
    return {
      facet,
      from: offsets[facet],
      mean,
      rows: Array.from({ length: SIGNATURE_VALUES[facet] }, () => next(size)),
    };
  });
}
