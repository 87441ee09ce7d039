import { LIKENESS_FACETS, type LikenessFacet, type LikenessWeights } from "../../../schema/sound-descriptor.ts";
import { FACET_NORM, SIGNATURE_BYTES, SIGNATURE_FROM, SIGNATURE_VALUES, type Sound } from "./signature.ts";

/** How much each facet counts unless a request says otherwise: chosen on real music (docs/audio.md). */
export const PLAIN_WEIGHTS: LikenessWeights = { feel: 0.5, harmony: 1, rhythm: 1, instruments: 1 };

/** The cosine of two signatures by facet, -1 to 1. Strangers have 0 on average. */
export type FacetLikeness = Readonly<Record<LikenessFacet, number>>;

/** Compares the signatures that begin at two places of `signatures`. */
export function compareFacets(signatures: Int8Array, one: number, other: number): FacetLikeness {
  return compareSound(signatures.subarray(one, one + SIGNATURE_BYTES), signatures, other);
}

/** Compares a signature, or the mean of several, with the one that begins at a place of `signatures`. */
export function compareSound(sound: Sound, signatures: Int8Array, at: number): FacetLikeness {
  const likeness = { feel: 0, harmony: 0, rhythm: 0, instruments: 0 };
  for (const facet of LIKENESS_FACETS) {
    const from = SIGNATURE_FROM[facet];
    let sum = 0;
    for (let index = from; index < from + SIGNATURE_VALUES[facet]; index++)
      sum += (sound[index] ?? 0) * (signatures[at + index] ?? 0);
    likeness[facet] = sum / FACET_NORM ** 2;
  }
  return likeness;
}

/** Returns the weighted mean of the facets' likeness; 0 if no facet has a weight. */
export function weighLikeness(likeness: FacetLikeness, weights: LikenessWeights): number {
  let [sum, total] = [0, 0];
  for (const facet of LIKENESS_FACETS) {
    sum += weights[facet] * likeness[facet];
    total += weights[facet];
  }
  return total === 0 ? 0 : sum / total;
}
