import { LIKENESS_FACETS, type LikenessFacet, type LikenessWeights } from "../../../schema/sound-descriptor.ts";

/** Bytes of a signature by facet: multiples of eight, because the kernel reads eight at once. */
export const SIGNATURE_VALUES: Readonly<Record<LikenessFacet, number>> = {
  feel: 16,
  harmony: 24,
  rhythm: 24,
  instruments: 32,
};
export const SIGNATURE_BYTES = LIKENESS_FACETS.reduce((sum, facet) => sum + SIGNATURE_VALUES[facet], 0);

/** The numbers of a signature, or the mean of those of several. */
export type Sound = Int8Array | Float64Array;

/** The length of a facet's numbers in a signature, so that none exceeds a signed byte. */
export const FACET_NORM = 127;

/** Where the numbers of each facet begin in a signature. */
export const SIGNATURE_FROM: Readonly<Record<LikenessFacet, number>> = offsetsOf(SIGNATURE_VALUES);

export function offsetsOf(sizes: LikenessWeights): LikenessWeights {
  let from = 0;
  const offsets = { feel: 0, harmony: 0, rhythm: 0, instruments: 0 };
  for (const facet of LIKENESS_FACETS) {
    offsets[facet] = from;
    from += sizes[facet];
  }
  return offsets;
}
