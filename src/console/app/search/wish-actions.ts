import type { SearchResult } from "../../../../clients/typescript/operations.ts";

type Completed = Extract<SearchResult["data"]["attributes"], { readonly status: "completed" }>;
export type UnderstoodBrief = Completed["brief"];
export type UnderstoodWish = NonNullable<UnderstoodBrief["wishes"]>[number];
export type WishOrigin = UnderstoodWish["from"][number];

export type WishPolarity = UnderstoodWish["polarity"];

/** How much "less" and "more" change a weight. */
const WEIGHT_STEP = 0.25;
/** Below this a wish would no longer matter; it can be removed instead. */
const WEIGHT_MIN = 0.05;
const WEIGHT_DIGITS = 2;

const OFFERED: Readonly<Record<UnderstoodWish["kind"], readonly WishPolarity[]>> = {
  tag: ["wanted", "avoided", "must", "must_not"],
  word: ["wanted", "avoided"],
  arc: ["wanted", "avoided"],
  // Constraints and names can only be removed.
  constraint: [],
  name: [],
};

export interface WishActions {
  /** The polarities that the wish can get instead of its own. */
  readonly polarities: readonly WishPolarity[];
  /** The weights of "less" and "more"; null if there is no such weight. */
  readonly less: number | null;
  readonly more: number | null;
}

/** Returns what a person can do with a wish, besides removing it. */
export function actionsOf({
  kind,
  polarity,
  weight,
}: Pick<UnderstoodWish, "kind" | "polarity" | "weight">): WishActions {
  const polarities = OFFERED[kind].filter((other) => other !== polarity);
  const canWeigh = weight !== null && (polarity === "wanted" || polarity === "avoided");
  if (!canWeigh) return { polarities, less: null, more: null };
  return {
    polarities,
    less: weight > WEIGHT_MIN ? rounded(Math.max(WEIGHT_MIN, weight - WEIGHT_STEP)) : null,
    more: weight < 1 ? rounded(Math.min(1, weight + WEIGHT_STEP)) : null,
  };
}

function rounded(weight: number): number {
  return Number(weight.toFixed(WEIGHT_DIGITS));
}
