import type { LikenessFacet, LikenessWeights } from "../../../schema/sound-descriptor.ts";
import type { FacetLikeness } from "./compare.ts";

/** Names of the facets in reasons. */
const FACET_WORDS: Readonly<Record<LikenessFacet, string>> = {
  rhythm: "pulse",
  feel: "feel",
  harmony: "harmony",
  instruments: "timbre",
};
const WORD_ORDER: readonly LikenessFacet[] = ["rhythm", "feel", "harmony", "instruments"];

/**
 * Returns "same pulse and feel": facets that count and in which the sounds are more alike than nearly all pairs of the catalog.
 * [] if there are none.
 */
export function soundReasons(
  likeness: FacetLikeness | null,
  alikeFrom: FacetLikeness,
  weights: LikenessWeights,
): readonly string[] {
  if (likeness === null) return [];
  const alike = WORD_ORDER.filter((facet) => weights[facet] > 0 && likeness[facet] >= alikeFrom[facet]);
  const words = alike.map((facet) => FACET_WORDS[facet]);
  if (words.length === 0) return [];
  return [`same ${words.length === 1 ? "" : `${words.slice(0, -1).join(", ")} and `}${words.at(-1) ?? ""}`];
}
