import type { FilmAnalysis } from "../../../schema/wire/analysis.ts";

type Moving = Pick<FilmAnalysis, "pace" | "motion" | "camera" | "cuts_per_minute"> & { readonly activity?: number };

/** With more cuts per minute, a shaking camera is part of the action. */
const CUTS_MAX = 12;
const CONFIDENCE_MIN = 0.5;
/** Share of the measured movement that remains: a shaking camera hides what else moves. */
const LEFT = 0.15;
/** How the analysis adds movement to the pace (docs/analysis.md). */
const PACE = { motion: 45, activity: 0.4 } as const;
/** A pace of exactly 1 has no logarithm. */
const PACE_MAX = 0.999;

/** Returns the pace and the movement of a film without the shaking of a hand-held camera, which is no beat and no action. */
export function withoutShake(film: Moving): {
  readonly pace: number;
  readonly motion: number;
  readonly activity: number;
} {
  const { pace, motion, activity = 0, camera } = film;
  const isShaken =
    camera.value === "hand-held" && camera.confidence >= CONFIDENCE_MIN && film.cuts_per_minute < CUTS_MAX;
  if (!isShaken) return { pace, motion, activity };
  const shake = (1 - LEFT) * (motion / PACE.motion + activity / PACE.activity);
  const rest = Math.max(0, -Math.log(1 - Math.min(PACE_MAX, pace)) - shake);
  return { pace: 1 - Math.exp(-rest), motion: LEFT * motion, activity: LEFT * activity };
}
