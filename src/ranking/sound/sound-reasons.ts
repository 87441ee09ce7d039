import type { LikenessFacet, LikenessWeights } from "../../../schema/sound-descriptor.ts";
import { type Reason, reasonOf } from "../describe-reason.ts";
import type { FacetLikeness } from "./compare.ts";

/** Reasons use the words by which facets are weighed. */
const WORD_ORDER: readonly LikenessFacet[] = ["rhythm", "feel", "harmony", "instruments"];

/**
 * Returns "similar rhythm and feel": facets that count and in which the sounds are more alike than nearly all pairs of the catalog.
 * [] if there are none.
 */
export function soundReasons(
  likeness: FacetLikeness | null,
  alikeFrom: FacetLikeness,
  weights: LikenessWeights,
): readonly Reason[] {
  if (likeness === null) return [];
  const facets = WORD_ORDER.filter((facet) => weights[facet] > 0 && likeness[facet] >= alikeFrom[facet]);
  return facets.length === 0 ? [] : [reasonOf({ kind: "sound", facets })];
}
