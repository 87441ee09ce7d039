import { rounded } from "../statistics.ts";
import { meansByPart, type Timed } from "./parts.ts";

/** A second of a film and its mean lightness. */
export interface Extreme {
  readonly at: number;
  readonly brightness: number;
}

/** Returns the brightest and the darkest second. @param brightness of frames. @param duration in seconds. */
export function extremesOf(
  brightness: readonly Timed[],
  duration: number,
): { readonly brightest: Extreme; readonly darkest: Extreme } {
  const count = Math.max(1, Math.floor(duration));
  const means = meansByPart(brightness, duration, count);
  const secondOf = (value: number): Extreme => ({
    at: rounded((means.indexOf(value) * duration) / count),
    brightness: rounded(value),
  });
  return { brightest: secondOf(Math.max(...means)), darkest: secondOf(Math.min(...means)) };
}
