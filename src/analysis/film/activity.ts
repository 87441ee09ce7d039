import { correlationOf } from "./correlation.ts";
import { median } from "./median.ts";

const SECONDS_APART = 0.2;

export interface ActivitySource {
  /** Grey, without a gap between them. */
  readonly frames: readonly Uint8Array[];
  /** Frames a second. */
  readonly rate: number;
  readonly width: number;
  readonly height: number;
  /** How far all of it moves, in shares of the width and of the height a second. */
  readonly across: number;
  readonly down: number;
}

/**
 * How unlike itself the picture is a fifth of a second later, 0 to 1: what moves within it, the camera's own movement
 * left out. One less the correlation of what both frames show, so that another light changes nothing.
 */
export function activityOf({ frames, rate, width, height, across, down }: ActivitySource): number {
  const lag = Math.max(1, Math.round(SECONDS_APART * rate));
  const x = Math.round((across * width * lag) / rate);
  const y = Math.round((down * height * lag) / rate);
  if (Math.abs(x) > width / 2 || Math.abs(y) > height / 2) return 0;
  return median(
    frames.slice(lag).flatMap((after, index) => {
      const before = frames[index];
      if (before === undefined) return [];
      return [Math.min(1, Math.max(0, 1 - correlationOf(before, after, { x, y, width, height })))];
    }),
  );
}
