import type { LikenessFacet, LikenessWeights } from "../../../schema/sound-descriptor.ts";
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
): readonly string[] {
  if (likeness === null) return [];
  const words = WORD_ORDER.filter((facet) => weights[facet] > 0 && likeness[facet] >= alikeFrom[facet]);
  if (words.length === 0) return [];
  return [`similar ${words.length === 1 ? "" : `${words.slice(0, -1).join(", ")} and `}${words.at(-1) ?? ""}`];
}
