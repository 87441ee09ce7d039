import { medianOf } from "../statistics.ts";
import { correlationOf } from "./correlation.ts";

const SECONDS_APART = 0.2;

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
  return medianOf(
    frames.slice(lag).flatMap((after, index) => {
      const before = frames[index];
      if (before === undefined) return [];
      return [Math.min(1, Math.max(0, 1 - correlationOf(before, after, { x, y, width, height })))];
    }),
  );
}
