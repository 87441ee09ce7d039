import type { LabelledPicture } from "./labelled-pictures.ts";

/** The value for pictures outside a head's domain. No figure counts it. */
export const OTHER = "other";

export interface HeadPlan {
  readonly name: "time" | "weather" | "setting" | "scene";
  readonly features: "colour" | "all";
  /** Penalty on the weights. A larger penalty spreads the weight over more features. */
  readonly ridge: number;
  /** Number of folds that the groups are divided into. Use more folds if there are few groups. */
  readonly folds: number;
  labelOf(picture: LabelledPicture): string | null;
  /** A value that is known without a label. It is used for training, never for evaluation. */
  knownOf?(picture: LabelledPicture): string | null;
  /** Weight of such a picture relative to a labelled one: enough to learn from, too little to dominate. */
  readonly knownWeight?: number;
}

export interface MeasurePlan {
  readonly name: "valence" | "arousal";
  readonly ridge: number;
  ratingOf(picture: LabelledPicture): number | null;
}

/** Chosen with held-out groups and held-out sources. docs/analysis.md has the figures. */
export const HEAD_PLANS: readonly HeadPlan[] = [
  {
    name: "time",
    features: "all",
    ridge: 0.3,
    folds: 10,
    labelOf: (picture) => picture.timeOfDay,
    knownOf: timeOf,
    knownWeight: 0.04,
  },
  {
    name: "weather",
    features: "all",
    ridge: 0.05,
    folds: 5,
    labelOf: (picture) => picture.weather,
    knownOf: weatherOf,
    knownWeight: 0.3,
  },
  { name: "setting", features: "all", ridge: 0.05, folds: 5, labelOf: (picture) => picture.setting },
  { name: "scene", features: "all", ridge: 0.06, folds: 10, labelOf: (picture) => picture.scene },
];

export const MEASURE_PLANS: readonly MeasurePlan[] = [
  { name: "valence", ridge: 5, ratingOf: (picture) => picture.valence },
  { name: "arousal", ridge: 5, ratingOf: (picture) => picture.arousal },
];

/** A manual check of ninety forests found all of them in daylight. Without them, a dark green wood by day is "night". */
function timeOf({ scene }: LabelledPicture): string | null {
  return scene === "forest" ? "day" : null;
}

/**
 * Rooms, woods and close-ups show no sky and are trained as "other". With the four kinds of weather only, the head called
 * fur, leaves and crowds "rain", because the pictures of rain have the most fine detail.
 */
function weatherOf({ setting, scene, isThing }: LabelledPicture): string | null {
  return setting === "indoors" || scene === "forest" || isThing ? OTHER : null;
}

/** Returns the values of a head in alphabetical order, and the index of the value of each picture that has one. */
export function labelledBy(
  plan: HeadPlan,
  pictures: readonly LabelledPicture[],
): { readonly values: readonly string[]; readonly valueOf: ReadonlyMap<number, number> } {
  const labels = pictures.map((picture) => plan.labelOf(picture) ?? plan.knownOf?.(picture) ?? null);
  const values = [...new Set(labels.filter((value) => value !== null))].toSorted();
  const valueOf = new Map<number, number>();
  for (const [picture, value] of labels.entries()) if (value !== null) valueOf.set(picture, values.indexOf(value));
  return { values, valueOf };
}
