import type { FieldName } from "./packed-format.ts";

/**
 * BM25F with fixed lengths (Robertson and Zaragoza, 2009, section 3.6). An occurrence counts for `weight`, and for less
 * in a field longer than `usualLength` words; `norm` says how much less. The lengths are constants instead of the
 * catalog's averages, so that one song's postings never depend on other songs.
 */
export interface FieldWeight {
  readonly weight: number;
  readonly usualLength: number;
  readonly norm: number;
}

export const FIELD_WEIGHTS: Readonly<Record<FieldName, FieldWeight>> = {
  title: { weight: 3, usualLength: 3, norm: 0.3 },
  artist: { weight: 2.5, usualLength: 2, norm: 0.3 },
  tag: { weight: 3, usualLength: 8, norm: 0.9 },
  description: { weight: 1.4, usualLength: 30, norm: 0.5 },
  lyrics: { weight: 0.5, usualLength: 150, norm: 0.6 },
};

/** BM25's k1 in units of field weight: how fast repetition saturates. */
const SATURATION = 1.77;

/** Returns the impact of a whole tag or an artist. The more tags a song has, the lower it is. */
export function tagImpact(tagCount: number): number {
  return Math.round(255 / (1 + 0.055 * Math.max(0, tagCount - 4)));
}

/** Returns what one occurrence in a field of `length` words adds to a term's weight. */
export function occurrenceWeight(field: FieldWeight, length: number): number {
  return field.weight / (1 - field.norm + (field.norm * length) / field.usualLength);
}

/** Quantises a weight to a byte, at least 1. */
export function impactOf(weight: number): number {
  return Math.max(1, Math.round((255 * weight) / (weight + SATURATION)));
}
