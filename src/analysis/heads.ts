import type { Sighting } from "../../schema/wire/analysis.ts";
import { featuresOf } from "./features.ts";
import { learnedHeads } from "./learned-heads.ts";
import type { Pixels } from "./pixels.ts";
import type { Head, Heads } from "./read-heads.ts";
import { clamp, rounded } from "./statistics.ts";

/** What the learned heads make of a picture: guesses, beside what is measured. */
export interface Guesses {
  readonly timeOfDay: Sighting;
  readonly weather: Sighting;
  readonly setting: Sighting;
  /** The two likeliest, the likelier first, named however unsure they are. */
  readonly scenes: readonly Sighting[];
  /** -1 to 1, 0 is the average picture. */
  readonly valence: number;
  readonly arousal: number;
}

const SCENES = 2;
const SURE_MIN = 0.5;

/** A head's word for what it was not made for. */
const OTHER = "other";

/** @param heads others than the embedded ones in tests and in training. */
export function guess(pixels: Pixels, heads: Heads = learnedHeads()): Guesses {
  const { colour, shape } = featuresOf(pixels);
  const features = heads.standardise(Float32Array.from([...colour, ...shape]));
  const setting = sharesOf(heads.setting, features);
  const time = sharesOf(heads.time, features);
  const weather = sharesOf(heads.weather, features);
  // A room has neither sky nor hour, and a black sky no weather: the heads were not made for such pictures.
  const sky = clamp(2 - 2 * shareOf(setting, "indoors"));
  const light = clamp(1.5 - 2 * shareOf(time, "night"));
  return {
    timeOfDay: sighting(time, sky),
    weather: sighting(weather, sky * light),
    setting: sighting(setting),
    scenes: sharesOf(heads.scene, features)
      .filter(({ value }) => value !== OTHER)
      .slice(0, SCENES)
      .map(({ value, share }) => ({ value, confidence: rounded(share) })),
    valence: leaning(heads.valence, features),
    arousal: leaning(heads.arousal, features),
  };
}

interface Share {
  readonly value: string;
  readonly share: number;
}

/** Softmax of a head's scores, the likeliest first. */
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

function sighting(shares: readonly Share[], applies = 1): Sighting {
  const first = shares.find(({ value }) => value !== OTHER);
  if (first === undefined) return { value: "unsure", confidence: 0 };
  const confidence = rounded(first.share * applies);
  return { value: confidence < SURE_MIN ? "unsure" : first.value, confidence };
}

function leaning(head: Head, features: Float32Array): number {
  return rounded(clamp(head.scores(features)[0] ?? 0, -1, 1));
}
