import { medianOf } from "../statistics.ts";
import { correlationOf, type Overlap } from "./correlation.ts";

const SECONDS_APART = 0.2;
/** Consecutive frames that correlate by this much less than most of the moment are two shots. */
const CUT_BELOW_USUAL = 0.3;

export interface ActivitySource {
  /** Consecutive frames, in grey. */
  readonly frames: readonly Uint8Array[];
  /** Frames per second. */
  readonly rate: number;
  readonly width: number;
  readonly height: number;
  /** Camera movement, in shares of the width and of the height per second. */
  readonly across: number;
  readonly down: number;
}

/**
 * Returns how much a picture changes within a fifth of a second, 0 to 1, without the movement of the camera. It is one
 * minus the correlation of the overlapping area, so a change of light has no effect.
 */
export function activityOf({ frames, rate, width, height, across, down }: ActivitySource): number {
  const lag = Math.max(1, Math.round(SECONDS_APART * rate));
  const x = Math.round((across * width * lag) / rate);
  const y = Math.round((down * height * lag) / rate);
  if (Math.abs(x) > width / 2 || Math.abs(y) > height / 2) return 0;
  const cuts = cutsIn(frames, { x: 0, y: 0, width, height });
  return medianOf(
    frames.slice(lag).flatMap((after, index) => {
      const before = frames[index];
      if (before === undefined || cuts.slice(index, index + lag).includes(true)) return [];
      return [Math.min(1, Math.max(0, 1 - correlationOf(before, after, { x, y, width, height })))];
    }),
  );
}

/** Returns for each frame whether a cut follows it. */
function cutsIn(frames: readonly Uint8Array[], overlap: Overlap): readonly boolean[] {
  const steps = frames.slice(1).map((after, index) => correlationOf(frames[index] ?? after, after, overlap));
  const usual = medianOf(steps);
  return steps.map((step) => step < usual - CUT_BELOW_USUAL);
}
