import type { LabelledPicture } from "./labelled-pictures.ts";

/** A value to learn for a picture. */
export interface Lesson {
  readonly value: string;
  /** Relative to a labelled picture. */
  readonly weight: number;
  /** Known from a label of the data, from a person's look, or inferred. Only the first two are evaluated. */
  readonly from: "label" | "eye" | "inference";
}

export interface HeadPlan {
  readonly name: "subject" | "time" | "weather" | "setting" | "scene";
  /** Penalty on the weights. A larger penalty spreads the weight over more features. */
  readonly ridge: number;
  /** Number of folds that the groups are divided into. Use more folds if there are few groups. */
  readonly folds: number;
  /** Weights of labels by eye: of the shared data, and of this project, which were chosen for their difficulty. */
  readonly eyeWeight: number;
  readonly ownWeight: number;
  labelOf(picture: LabelledPicture): string | null;
  /** The value of a person's label; null if it does not count for this head. */
  eyeOf(eye: NonNullable<LabelledPicture["eye"]>): string | null;
  /** A value that is known without a label, and its weight. It is used for training, never for evaluation. */
  knownOf(picture: LabelledPicture): Pick<Lesson, "value" | "weight"> | null;
}

export interface MeasurePlan {
  readonly name: "valence" | "arousal";
  readonly ridge: number;
  ratingOf(picture: LabelledPicture): number | null;
}

/** The scenes of the analysis. A lake or a river is none of them. */
const SCENES: ReadonlySet<string> = new Set(
  "city coast forest indoor mountain open road sky stadium town none".split(" "),
);
const CLEAR_AT_DUSK: ReadonlySet<string> = new Set(["sunshine", "cloudy", "none"]);

/** Chosen with held-out groups and held-out sources. docs/analysis.md has the figures. */
export const HEAD_PLANS: readonly HeadPlan[] = [
  {
    name: "subject",
    ridge: 0.2,
    folds: 5,
    eyeWeight: 1,
    ownWeight: 0.3,
    labelOf: () => null,
    eyeOf: ({ subject }) => subject,
    // All other sources are collections of places.
    knownOf: ({ source, subject }) =>
      subject === null ? (source === "oasis" ? null : { value: "place", weight: 0.1 }) : { value: subject, weight: 1 },
  },
  {
    name: "time",
    ridge: 0.1,
    folds: 10,
    eyeWeight: 0.3,
    ownWeight: 0.02,
    labelOf: ({ timeOfDay }) => timeOfDay,
    eyeOf: ({ timeOfDay }) => timeOfDay,
    knownOf: timeOf,
  },
  {
    name: "weather",
    ridge: 0.025,
    folds: 10,
    eyeWeight: 0.05,
    ownWeight: 0.005,
    labelOf: ({ weather }) => weather,
    eyeOf: ({ weather, timeOfDay }) => (timeOfDay === "dusk" && CLEAR_AT_DUSK.has(weather) ? null : weather),
    knownOf: weatherOf,
  },
  {
    name: "setting",
    ridge: 0.05,
    folds: 5,
    eyeWeight: 1,
    ownWeight: 0.3,
    labelOf: ({ setting }) => setting,
    eyeOf: ({ setting }) => setting,
    knownOf: () => null,
  },
  {
    name: "scene",
    ridge: 0.03,
    folds: 10,
    eyeWeight: 1,
    ownWeight: 0.3,
    labelOf: ({ scene }) => scene,
    eyeOf: ({ scene, subject }) =>
      SCENES.has(scene) ? (subject === "place" || scene === "indoor" ? scene : "none") : null,
    knownOf: () => null,
  },
];

export const MEASURE_PLANS: readonly MeasurePlan[] = [
  { name: "valence", ridge: 5, ratingOf: (picture) => picture.valence },
  { name: "arousal", ridge: 5, ratingOf: (picture) => picture.arousal },
];

/**
 * A manual check of ninety forests found all of them in daylight. Without them, a dark green wood by day is "night". A room
 * shows no hour.
 */
function timeOf({ scene, setting }: LabelledPicture): Pick<Lesson, "value" | "weight"> | null {
  if (scene === "forest") return { value: "day", weight: 0.04 };
  return setting === "indoors" ? { value: "none", weight: 0.1 } : null;
}

/**
 * Rooms, woods and close-ups show no sky. With the kinds of weather only, the head called fur, leaves and crowds "rain",
 * because the pictures of rain have the most fine detail.
 */
function weatherOf({ setting, scene, isThing }: LabelledPicture): Pick<Lesson, "value" | "weight"> | null {
  return setting === "indoors" || scene === "forest" || isThing ? { value: "none", weight: 0.3 } : null;
}

/** The lessons of a head, with the values in alphabetical order. */
export interface Lessons {
  readonly values: readonly string[];
  readonly of: ReadonlyMap<number, Lesson>;
  /** The index of the value of each picture that has one. */
  readonly valueOf: ReadonlyMap<number, number>;
}

export function lessonsOf(plan: HeadPlan, pictures: readonly LabelledPicture[]): Lessons {
  const of = new Map<number, Lesson>();
  for (const [index, picture] of pictures.entries()) {
    const lesson = lessonOf(plan, picture);
    if (lesson !== null) of.set(index, lesson);
  }
  const values = [...new Set([...of.values()].map(({ value }) => value))].toSorted();
  return { values, of, valueOf: new Map([...of].map(([picture, { value }]) => [picture, values.indexOf(value)])) };
}

/** The label of the data comes before a person's look, and both before an inference. */
function lessonOf(plan: HeadPlan, picture: LabelledPicture): Lesson | null {
  const label = plan.labelOf(picture);
  if (label !== null) return { value: label, weight: plan.name === "setting" ? PLACES_WEIGHT : 1, from: "label" };
  if (picture.eye !== null) {
    const seen = plan.eyeOf(picture.eye);
    const weight = picture.eye.isOwn ? plan.ownWeight : plan.eyeWeight;
    return seen === null ? null : { value: seen, weight, from: "eye" };
  }
  const known = plan.knownOf(picture);
  return known === null ? null : { ...known, from: "inference" };
}

/** The settings of thousands of places must not drown those of people and things. */
const PLACES_WEIGHT = 0.3;
