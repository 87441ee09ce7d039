import type { Guess } from "../../schema/wire/analysis.ts";
import { featuresOf } from "./features.ts";
import { learnedHeads } from "./learned-heads.ts";
import type { Pixels } from "./pixels.ts";
import type { Head, Heads } from "./learned-heads.ts";
import { clamp, rounded } from "./statistics.ts";

/** The guesses of the learned heads about a picture. */
export interface Guesses {
  readonly timeOfDay: Guess;
  readonly weather: Guess;
  readonly setting: Guess;
  /** The two most likely scenes, the more likely first, at any confidence. */
  readonly scenes: readonly Guess[];
  /** -1 to 1; 0 is the average picture. */
  readonly valence: number;
  readonly arousal: number;
}

const SCENES = 2;
const CONFIDENCE_MIN = 0.5;

/** The value that a head gives to pictures outside its domain. */
const OTHER = "other";

/** @param heads the embedded heads by default; tests pass others. */
export function guess(pixels: Pixels, heads: Heads = learnedHeads()): Guesses {
  const { colour, shape } = featuresOf(pixels);
  const features = heads.standardise(Float32Array.from([...colour, ...shape]));
  const setting = sharesOf(heads.setting, features);
  const time = sharesOf(heads.time, features);
  const weather = sharesOf(heads.weather, features);
  // A room shows no sky and a night sky shows no weather. The heads were not trained on such pictures.
  const sky = clamp(2 - 2 * shareOf(setting, "indoors"));
  const light = clamp(1.5 - 2 * shareOf(time, "night"));
  return {
    timeOfDay: guessOf(time, sky),
    weather: guessOf(weather, sky * light),
    setting: guessOf(setting),
    scenes: sharesOf(heads.scene, features)
      .filter(({ value }) => value !== OTHER)
      .slice(0, SCENES)
      .map(({ value, share }) => ({ value, confidence: rounded(share) })),
    valence: rating(heads.valence, features),
    arousal: rating(heads.arousal, features),
  };
}

interface Share {
  readonly value: string;
  readonly share: number;
}

/** Returns the softmax of a head's scores, the most likely value first. */
function sharesOf(head: Head, features: Float32Array): Share[] {
  const scores = head.scores(features);
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - most));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return head.values
    .map((value, at) => ({ value, share: (powers[at] ?? 0) / total }))
    .toSorted((one, other) => other.share - one.share);
}

function shareOf(shares: readonly Share[], value: string): number {
  return shares.find((one) => one.value === value)?.share ?? 0;
}

function guessOf(shares: readonly Share[], relevance = 1): Guess {
  const first = shares.find(({ value }) => value !== OTHER);
  if (first === undefined) return { value: "unsure", confidence: 0 };
  const confidence = rounded(first.share * relevance);
  return { value: confidence < CONFIDENCE_MIN ? "unsure" : first.value, confidence };
}

function rating(head: Head, features: Float32Array): number {
  return rounded(clamp(head.scores(features)[0] ?? 0, -1, 1));
}
