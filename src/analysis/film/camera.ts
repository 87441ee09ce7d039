import { medianOf } from "../statistics.ts";
import type { Guess } from "../../../schema/wire/analysis.ts";
import type { Motion } from "./motion.ts";

/** Upper limits of speeds, in percent of the picture's width per second. */
const SPEEDS = { still: 1.2, slow: 12, fast: 50 } as const;
/**
 * Minimum steadiness of a pan, in which all frames of a moment move the same way. Below it, the camera is hand-held.
 */
const STEADY_MIN = 0.8;
const CONFIDENCE_MIN = 0.5;
/** A faster pan hides a zoom, in percent of the picture's width per second. */
const ZOOM_SPEED_MAX = 30;

/** Movements of the camera. A pan can be in any direction. */
export const CAMERA_MOVES = ["still", "slow pan", "pan", "fast pan", "hand-held", "zoom in", "zoom out"] as const;
type CameraMove = (typeof CAMERA_MOVES)[number];

/**
 * Returns the camera movement in most of the film. The confidence is the share of moments that agree.
 * @param growths of the moments, in percent per second (`zoom.ts`).
 */
export function cameraOf(motions: readonly Motion[], growths: readonly number[]): Guess {
  const kinds = motions.flatMap((motion, index) => kindOf(motion, growths[index] ?? 0) ?? []);
  const counts = new Map<string, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const [value, count] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? ["unsure", 0];
  const confidence = kinds.length === 0 ? 0 : count / kinds.length;
  // A single moment is weak evidence.
  const cautious = Math.round((confidence * 100 * kinds.length) / (kinds.length + 0.5)) / 100;
  return cautious < CONFIDENCE_MIN ? { value: "unsure", confidence: cautious } : { value, confidence: cautious };
}

/** Returns the median speed of a film's moments, in percent of the width per second. */
export function motionSpeedOf(motions: readonly Motion[]): number {
  return medianOf(motions.flatMap(({ speed }) => speed ?? []));
}

function kindOf({ speed, steadiness }: Motion, growth: number): CameraMove | null {
  if (growth !== 0 && (speed ?? 0) < ZOOM_SPEED_MAX) return growth > 0 ? "zoom in" : "zoom out";
  if (speed === null) return null;
  if (speed < SPEEDS.still) return "still";
  if (steadiness < STEADY_MIN) return "hand-held";
  return speed < SPEEDS.slow ? "slow pan" : speed < SPEEDS.fast ? "pan" : "fast pan";
}
