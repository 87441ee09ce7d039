import { LIKENESS_FACETS } from "../../../schema/sound-descriptor.ts";
import { FOUND_MAX } from "../kernel/scanner.ts";
import type { RankingIndex } from "../ranking-index.ts";
import type { Ranked } from "../rule.ts";
import { TopSongs } from "../top-songs.ts";
import { compareFacets, type FacetLikeness } from "./compare.ts";
import { type LikenessWeights, SIGNATURE_BYTES, SIGNATURE_FROM, SIGNATURE_VALUES } from "./signature.ts";

/** The signatures of the songs of an index. */
export interface SoundIndex {
  has(place: number): boolean;
  /** The cosines of two songs that have a signature. */
  compare(place: number, other: number): FacetLikeness;
  /** From which cosine on two songs count as alike. */
  readonly alikeFrom: FacetLikeness;
  /** The songs that sound most like a song, without it, the nearest first; compares it with all songs. */
  nearest(place: number, weights: LikenessWeights, keep: number): readonly number[];
}

/** Weights of a query are counted in these parts, so that the product of two signatures is a whole number of 32 bits. */
const WEIGHT_STEPS = 8;

/** Returns null if the index has no signatures: too few of its songs are measured. */
export function soundIndex({ sections, scanner }: RankingIndex): SoundIndex | null {
  const { signatures, alikeFrom } = sections;
  const songCount = signatures.length / SIGNATURE_BYTES;
  if (songCount === 0) return null;
  const [feel = 1, harmony = 1, rhythm = 1, instruments = 1] = alikeFrom;
  const has = (place: number): boolean => {
    for (let at = place * SIGNATURE_BYTES; at < (place + 1) * SIGNATURE_BYTES; at++)
      if (signatures[at] !== 0) return true;
    return false;
  };
  return {
    has,
    compare: (place, other) => compareFacets(signatures, place * SIGNATURE_BYTES, other * SIGNATURE_BYTES),
    alikeFrom: { feel, harmony, rhythm, instruments },
    nearest: (place, weights, keep) => {
      const query = queryOf(signatures, place, weights);
      // The song itself takes one place.
      const top = new TopSongs(keep + 1);
      for (let from = 0; from < songCount; from += FOUND_MAX) {
        const to = Math.min(songCount, from + FOUND_MAX);
        const count = scanner.nearest(query, from, to, Math.max(0, top.bar()));
        for (let at = 0; at < count; at++) {
          const found: Ranked = { place: scanner.found[at] ?? 0, doubt: 0, score: scanner.earned[at] ?? 0 };
          top.offer(found);
        }
      }
      return top
        .inOrder()
        .map((song) => song.place)
        .filter((found) => found !== place)
        .slice(0, keep);
    },
  };
}

function queryOf(signatures: Int8Array, place: number, weights: LikenessWeights): Int16Array {
  const query = new Int16Array(SIGNATURE_BYTES);
  for (const facet of LIKENESS_FACETS) {
    const weight = Math.round(WEIGHT_STEPS * weights[facet]);
    const from = SIGNATURE_FROM[facet];
    for (let at = from; at < from + SIGNATURE_VALUES[facet]; at++)
      query[at] = weight * (signatures[place * SIGNATURE_BYTES + at] ?? 0);
  }
  return query;
}
