import type { Sighting } from "../../schema/wire/analysis.ts";
import type { Pixels } from "./pixels.ts";

/** What the learned heads make of a picture: guesses, beside what is measured. */
export interface Guesses {
  readonly timeOfDay: Sighting;
  readonly weather: Sighting;
  readonly setting: Sighting;
  /** The two likeliest, the likelier first. */
  readonly scenes: readonly Sighting[];
  /** -1 to 1. */
  readonly valence: number;
  readonly arousal: number;
}

export function guess(_pixels: Pixels): Guesses {
  const unsure = { value: "unsure", confidence: 0 };
  return { timeOfDay: unsure, weather: unsure, setting: unsure, scenes: [], valence: 0, arousal: 0 };
}
