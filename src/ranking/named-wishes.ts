import type { Brief } from "../../schema/brief.ts";

/** Wishes of at least this weight were named by the client. Lighter ones are implied by a scene. */
const NAMED_WEIGHT = 0.7;
const FEW_WISHES = 7;
const NAMED_SLOPE = 1.5;

export function countNamedWishes(brief: Brief): number {
  return brief.wanted.filter(({ weight }) => weight >= NAMED_WEIGHT).length;
}

/**
 * Returns the share of their weight that near tags keep, above 0 to 1. A brief of three words also means related things;
 * a caption of thirty words means exactly what it lists.
 */
export function kinShare(brief: Brief): number {
  return 1 / (1 + Math.max(0, countNamedWishes(brief) - FEW_WISHES) / NAMED_SLOPE);
}
