import type { LabPicture } from "./lab.ts";
import { clamp, meanOf, quantileOf } from "./statistics.ts";

export interface Brightness {
  /** Mean lightness, 0 to 1. */
  readonly mean: number;
  /** From the darkest tenth to the lightest tenth, 0 to 1. */
  readonly spread: number;
  /** Of the lightest two-hundredth, 0 to 1: lamps in a dark street. */
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
