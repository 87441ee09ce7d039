import type { LabPicture } from "./lab.ts";
import { clamp, deviationOf } from "./statistics.ts";

/** Root mean square of lightness about its mean, doubled, so that half black and half white is 1. */
export function contrastOf({ lightness }: LabPicture): number {
  return clamp((2 * deviationOf(lightness)) / 100);
}
