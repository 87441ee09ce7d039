/** Cuts per minute that give a pace of 0.63: a shot every two seconds, as in a trailer. */
const CUTS_A_MINUTE = 32;
/** Motion with the same effect, in percent of the width per second: a pan across the picture in about two seconds. */
const PERCENT_A_SECOND = 45;
/** Activity with the same effect: a crowd that fills the picture. */
const ACTIVITY = 0.4;
/** Flicker with the same effect: a strobe. */
const FLICKER = 1;

export interface PaceParts {
  readonly cutsPerMinute: number;
  /** Percent of the picture's width per second. */
  readonly motion: number;
  /** How much the picture changes within a fifth of a second, 0 to 1. */
  readonly activity: number;
  /** 0 to 1. */
  readonly flicker: number;
}

/** Returns the pace, 0 to 1. Cuts, motion, activity and flicker each increase it. */
export function paceOf({ cutsPerMinute, motion, activity, flicker }: PaceParts): number {
  const unrest = cutsPerMinute / CUTS_A_MINUTE + motion / PERCENT_A_SECOND + activity / ACTIVITY + flicker / FLICKER;
  return 1 - Math.exp(-unrest);
}
