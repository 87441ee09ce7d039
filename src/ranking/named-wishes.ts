import type { Brief } from "../../schema/brief.ts";
import { once } from "../lib/once.ts";
import { ownTagsIn } from "./own-tags.ts";
import type { RankingIndex } from "./ranking-index.ts";
import { wishedTags } from "./wish-terms.ts";

/** Wishes of at least this weight were named by the client. Lighter ones are implied by a scene. */
export const NAMED_WEIGHT = 0.7;
const FEW_WISHES = 7;
const NAMED_SLOPE = 1.5;

/** Number of named wishes that a detail counts for. */
const DETAIL = 4;

export function countNamedWishes(brief: Brief): number {
  return brief.wanted.filter(({ weight }) => weight >= NAMED_WEIGHT).length;
}

/**
 * Returns the share of their weight that near tags keep, above 0 to 1. A brief of three words also means related things;
 * a caption of thirty words means exactly what it lists, above all if the catalog has such details as tags.
 */
export function kinShare(index: RankingIndex, brief: Brief): number {
  const known = shares().get(brief);
  if (known?.index === index) return known.share;
  const listed = countNamedWishes(brief) + DETAIL * countDetails(index, brief);
  const share = 1 / (1 + Math.max(0, listed - FEW_WISHES) / NAMED_SLOPE);
  shares().set(brief, { index, share });
  return share;
}

/** Cached, because several rules need it. */
const shares = once(() => new WeakMap<Brief, { readonly index: RankingIndex; readonly share: number }>());

/** Counts the tags of several words that the brief contains and that meet no wish: "mellow piano melody". */
function countDetails(index: RankingIndex, brief: Brief): number {
  const wished = wishedTags(index, brief.wanted);
  const found = brief.said
    .filter(({ negated }) => !negated)
    .flatMap((said) => ownTagsIn(index, said))
    .filter(({ sought }) => sought.name.includes(" "))
    .flatMap(({ terms }) => terms.map(({ term }) => term));
  return new Set(found.filter((term) => !wished.has(term))).size;
}
