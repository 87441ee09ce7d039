import type { Brief } from "../../schema/brief.ts";

/** Wishes of this weight were named by the client, not implied by a scene. */
const NAMED_WEIGHT = 0.7;
const FEW_WISHES = 7;
const NAMED_SLOPE = 1.5;

/**
 * The more a brief says itself, the less its neighbours need to say: three words ask for all that is near them, a
 * caption of thirty means exactly what it lists.
 */
export function kinShare(brief: Brief): number {
  const named = brief.wanted.filter((wish) => wish.weight >= NAMED_WEIGHT).length;
  return 1 / (1 + Math.max(0, named - FEW_WISHES) / NAMED_SLOPE);
}
