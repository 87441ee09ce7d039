import type { LabelledPicture } from "./labelled-pictures.ts";

/** What a head learns to keep out of its values; no figure counts it. */
export const OTHER = "other";

export interface HeadPlan {
  readonly name: "time" | "weather" | "setting" | "scene";
  readonly sees: "colour" | "all";
  /** Penalty on the weights; the larger, the less a head trusts any one feature. */
  readonly ridge: number;
  /** Parts into which the groups are divided to be held out: many where there are few groups. */
  readonly folds: number;
  valueOf(picture: LabelledPicture): string | null;
}

export interface MeasurePlan {
  readonly name: "valence" | "arousal";
  readonly ridge: number;
  ratingOf(picture: LabelledPicture): number | null;
}

/** Chosen with whole groups and whole sources held out; docs/analysis.md has the figures. */
export const HEAD_PLANS: readonly HeadPlan[] = [
  { name: "time", sees: "all", ridge: 0.3, folds: 10, valueOf: (picture) => picture.timeOfDay },
  { name: "weather", sees: "all", ridge: 0.05, folds: 5, valueOf: weatherOf },
  { name: "setting", sees: "all", ridge: 0.05, folds: 5, valueOf: (picture) => picture.setting },
  { name: "scene", sees: "all", ridge: 0.06, folds: 5, valueOf: (picture) => picture.scene },
];

export const MEASURE_PLANS: readonly MeasurePlan[] = [
  { name: "valence", ridge: 5, ratingOf: (picture) => picture.valence },
  { name: "arousal", ridge: 5, ratingOf: (picture) => picture.arousal },
];

/**
 * Rooms and things close up are learnt as "other": with the four weathers alone, all fur, leaves and crowds became rain,
 * whose pictures are the ones full of fine detail.
 */
function weatherOf({ weather, setting, isThing }: LabelledPicture): string | null {
  return weather ?? (setting === "indoors" || isThing ? OTHER : null);
}

/** The head's values, in the order of their names, and the pictures that have one of them. */
export function labelledBy(
  plan: HeadPlan,
  pictures: readonly LabelledPicture[],
): { readonly values: readonly string[]; readonly valueOf: ReadonlyMap<number, number> } {
  const said = pictures.map((picture) => plan.valueOf(picture));
  const values = [...new Set(said.filter((value) => value !== null))].toSorted();
  const valueOf = new Map<number, number>();
  for (const [picture, value] of said.entries()) if (value !== null) valueOf.set(picture, values.indexOf(value));
  return { values, valueOf };
}
