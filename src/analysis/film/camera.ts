import type { Sighting } from "../../../schema/wire/analysis.ts";
import { median } from "./median.ts";
import type { Motion } from "./motion.ts";

/** Percent of the picture's width a second. */
const SPEEDS = { still: 1.2, slow: 12, fast: 50 } as const;
/** Above this all frames of a moment go one way: a pan; below, the hand that holds the camera shakes. */
const STEADY_MIN = 0.8;
const CONFIDENCE_MIN = 0.5;

/**
 * What the camera does in most of the film: "still", "slow pan", "pan", "fast pan" (sideways, up or down) or
 * "hand-held"; the confidence is the share of moments that agree.
 */
export function cameraOf(motions: readonly Motion[]): Sighting {
  const kinds = motions.flatMap((motion) => kindOf(motion) ?? []);
  const counts = new Map<string, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const [value, count] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? ["unsure", 0];
  const confidence = kinds.length === 0 ? 0 : count / kinds.length;
  // A single moment is a weak witness.
  const cautious = Math.round((confidence * 100 * kinds.length) / (kinds.length + 0.5)) / 100;
  return cautious < CONFIDENCE_MIN ? { value: "unsure", confidence: cautious } : { value, confidence: cautious };
}

/** Of the whole film: the middle one of its moments' speeds, in percent of the width a second. */
export function motionSpeedOf(motions: readonly Motion[]): number {
  return median(motions.flatMap(({ speed }) => speed ?? []));
}

function kindOf({ speed, steadiness }: Motion): string | null {
  if (speed === null) return null;
  if (speed < SPEEDS.still) return "still";
  if (steadiness < STEADY_MIN) return "hand-held";
  return speed < SPEEDS.slow ? "slow pan" : speed < SPEEDS.fast ? "pan" : "fast pan";
}
