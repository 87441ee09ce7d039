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
  labelOf(picture: LabelledPicture): string | null;
  /** What a picture without a label is nonetheless known to be: learnt from, never judged by. */
  knownOf?(picture: LabelledPicture): string | null;
  /** What such a picture counts beside a labelled one: enough to teach, too little to crowd out. */
  readonly knownWeight?: number;
}

export interface MeasurePlan {
  readonly name: "valence" | "arousal";
  readonly ridge: number;
  ratingOf(picture: LabelledPicture): number | null;
}

/** Chosen with whole groups and whole sources held out; docs/analysis.md has the figures. */
export const HEAD_PLANS: readonly HeadPlan[] = [
  {
    name: "time",
    sees: "all",
    ridge: 0.3,
    folds: 10,
    labelOf: (picture) => picture.timeOfDay,
    knownOf: timeOf,
    knownWeight: 0.04,
  },
  {
    name: "weather",
    sees: "all",
    ridge: 0.05,
    folds: 5,
    labelOf: (picture) => picture.weather,
    knownOf: weatherOf,
    knownWeight: 0.3,
  },
  { name: "setting", sees: "all", ridge: 0.05, folds: 5, labelOf: (picture) => picture.setting },
  { name: "scene", sees: "all", ridge: 0.06, folds: 10, labelOf: (picture) => picture.scene },
];

export const MEASURE_PLANS: readonly MeasurePlan[] = [
  { name: "valence", ridge: 5, ratingOf: (picture) => picture.valence },
  { name: "arousal", ridge: 5, ratingOf: (picture) => picture.arousal },
];

/** Of the forests ninety were looked at, and all were in daylight. Without them a dark green wood by day is night. */
function timeOf({ scene }: LabelledPicture): string | null {
  return scene === "forest" ? "day" : null;
}

/**
 * Rooms, woods and things close up, which show no sky, are learnt as "other": with the four weathers alone, all fur, leaves and crowds became rain,
 * whose pictures are the ones full of fine detail.
 */
function weatherOf({ setting, scene, isThing }: LabelledPicture): string | null {
  return setting === "indoors" || scene === "forest" || isThing ? OTHER : null;
}

/** The head's values, in the order of their names, and the pictures that have, or are known to have, one of them. */
export function labelledBy(
  plan: HeadPlan,
  pictures: readonly LabelledPicture[],
): { readonly values: readonly string[]; readonly valueOf: ReadonlyMap<number, number> } {
  const said = pictures.map((picture) => plan.labelOf(picture) ?? plan.knownOf?.(picture) ?? null);
  const values = [...new Set(said.filter((value) => value !== null))].toSorted();
  const valueOf = new Map<number, number>();
  for (const [picture, value] of said.entries()) if (value !== null) valueOf.set(picture, values.indexOf(value));
  return { values, valueOf };
}
