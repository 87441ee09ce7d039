/** Ways in which two recordings can sound alike, in the order of a descriptor and of a signature. */
export const LIKENESS_FACETS = ["feel", "harmony", "rhythm", "instruments"] as const;
export type LikenessFacet = (typeof LIKENESS_FACETS)[number];

/** How much each facet counts, 0 to LIKENESS_WEIGHT_MAX. */
export type LikenessWeights = Readonly<Record<LikenessFacet, number>>;
export const LIKENESS_WEIGHT_MAX = 10;

/**
 * Numbers of a descriptor by facet. A descriptor has them twice: for the first and for the second half of the analysed part of
 * a recording. What differs between the halves of recordings is no mark of a recording, so the index learns from it which
 * numbers tell recordings apart.
 */
export const DESCRIPTOR_VALUES: Readonly<Record<LikenessFacet, number>> = {
  feel: 17,
  harmony: 52,
  rhythm: 60,
  instruments: 72,
};

/** Numbers per half. */
export const DESCRIPTOR_LENGTH = LIKENESS_FACETS.reduce((sum, facet) => sum + DESCRIPTOR_VALUES[facet], 0);

/** Bytes of a stored descriptor: both halves in numbers of 16 bits (IEEE 754 binary16, little-endian). */
export const DESCRIPTOR_BYTES = 2 * DESCRIPTOR_LENGTH * Float16Array.BYTES_PER_ELEMENT;
