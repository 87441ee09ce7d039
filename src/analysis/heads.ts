import type { Guess } from "../../schema/wire/analysis.ts";
import { decide, fit, NONE, type Shares } from "./decide.ts";
import type { Features } from "./features.ts";
import { learnedHeads } from "./learned-heads.ts";
import type { Head, Heads } from "./learned-heads.ts";
import { clamp, rounded } from "./statistics.ts";

/** The guesses of the learned heads about a picture. They never contradict each other. */
export interface Guesses {
  readonly subject: Guess;
  readonly timeOfDay: Guess;
  readonly weather: Guess;
  readonly setting: Guess;
  /** "none", "unsure", or one or two likely scenes. */
  readonly scenes: readonly Guess[];
  /** -1 to 1; 0 is the average picture, or an unsure guess. */
  readonly valence: number;
  readonly arousal: number;
}

/** A value is given if its confidence is above this. Two values that contradict each other cannot both be. */
export const CONFIDENCE_MIN = 0.5;
/** The second scene is a hint, and can be less likely. */
const SECOND_MIN = 0.2;
export const UNSURE = "unsure";

/** @param heads the embedded heads by default; tests pass others. */
export function guess(features: Features, heads: Heads = learnedHeads()): Guesses {
  const row = heads.standardise(features);
  const seen = decide({
    subject: sharesOf(heads.subject, row),
    setting: sharesOf(heads.setting, row),
    scene: sharesOf(heads.scene, row),
    time: sharesOf(heads.time, row),
    weather: sharesOf(heads.weather, row),
  });
  const setting = guessOf(seen.setting, heads.setting);
  return {
    subject: guessOf(seen.subject, heads.subject),
    timeOfDay: guessOf(seen.time, heads.time),
    weather: guessOf(seen.weather, heads.weather),
    setting,
    scenes: likelyScenes(rankedGuesses(seen.scene, heads.scene), setting.value),
    // Ratings of black-and-white pictures judge the picture, not what it shows.
    valence: features.isColourless ? 0 : rating(heads.valence, row),
    arousal: features.isColourless ? 0 : rating(heads.arousal, row),
  };
}

/**
 * Returns the joint probability as a confidence. 0.5 stays 0.5, so the guesses still fit together.
 * @param mostSure the highest confidence that the head can have, above 0.5.
 */
export function confidenceOf(share: number, { slope, mostSure }: Pick<Head, "slope" | "mostSure">): number {
  const odds = (share / Math.max(1e-9, 1 - share)) ** slope;
  return Math.min(mostSure, odds / (1 + odds));
}

/** Returns the most likely scene, and a second one that fits it. @param ranked the most likely first. */
export function likelyScenes(ranked: readonly Guess[], setting: string): Guess[] {
  const [first, second] = ranked.filter(({ value }) => value !== UNSURE);
  if (first === undefined) return [{ value: UNSURE, confidence: 0 }];
  if (first.confidence <= CONFIDENCE_MIN) return [{ value: UNSURE, confidence: first.confidence }];
  const isHint =
    second !== undefined &&
    first.value !== NONE &&
    second.value !== NONE &&
    second.confidence >= SECOND_MIN &&
    fit({ ...(setting === UNSURE ? {} : { setting }), scene: second.value });
  return isHint ? [first, second] : [first];
}

/** Returns the softmax of a head's scores. */
function sharesOf(head: Head, row: Float32Array): Shares {
  const scores = head.scores(row);
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - most));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return Object.fromEntries(head.values.map((value, at) => [value, (powers[at] ?? 0) / total]));
}

function guessOf(shares: Shares, head: Head): Guess {
  const [first] = rankedGuesses(shares, head);
  if (first === undefined) return { value: UNSURE, confidence: 0 };
  return first.confidence > CONFIDENCE_MIN ? first : { value: UNSURE, confidence: first.confidence };
}

/** Returns all values with their confidence, the most likely first. */
function rankedGuesses(shares: Shares, head: Head): Guess[] {
  return Object.entries(shares)
    .map(([value, share]) => ({ value, confidence: rounded(confidenceOf(share, head)) }))
    .toSorted((one, other) => other.confidence - one.confidence);
}

function rating(head: Head, row: Float32Array): number {
  const value = head.scores(row)[0] ?? 0;
  return Math.abs(value) < head.sureFrom ? 0 : rounded(clamp(value, -1, 1));
}
