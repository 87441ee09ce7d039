import type { LabPicture } from "./lab.ts";
import { clamp, deviationOf, meanOf, quantileOf } from "./statistics.ts";

export interface Brightness {
  /** Mean lightness, 0 to 1. */
  readonly mean: number;
  /** Difference between the 10th and the 90th percentile, 0 to 1. */
  readonly spread: number;
  /** The 99.5th percentile, 0 to 1: lamps in a dark street. */
  readonly lights: number;
}

export function brightnessOf({ lightness }: LabPicture): Brightness {
  const sorted = lightness.toSorted();
  return {
    mean: clamp(meanOf(lightness) / 100),
    spread: clamp((quantileOf(sorted, 0.9) - quantileOf(sorted, 0.1)) / 100),
    lights: clamp(quantileOf(sorted, 0.995) / 100),
  };
}

/** Returns twice the standard deviation of lightness, so that half black and half white is 1. */
export function contrastOf({ lightness }: LabPicture): number {
  return clamp((2 * deviationOf(lightness)) / 100);
}
