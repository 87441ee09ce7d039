/** Cuts a minute that make two thirds of a full pace: a shot every two seconds, as in a trailer. */
const CUTS_A_MINUTE = 32;
/** Percent of the width a second: a pan that crosses the picture in two seconds. */
const PERCENT_A_SECOND = 45;
/** Of what changes in the picture within a fifth of a second: a crowd that fills it. */
const ACTIVITY = 0.4;
/** A strobe is fast, whatever it shows. */
const FLICKER = 1;

export interface PaceParts {
  readonly cutsPerMinute: number;
  /** Percent of the picture's width a second. */
  readonly motion: number;
  /** How unlike itself the picture is a fifth of a second later, 0 to 1. */
  readonly activity: number;
  /** 0 to 1. */
  readonly flicker: number;
}

/** Of cuts and motion together, 0 to 1: each alone makes a film fast, and both together faster. */
export function paceOf({ cutsPerMinute, motion, activity, flicker }: PaceParts): number {
  const unrest = cutsPerMinute / CUTS_A_MINUTE + motion / PERCENT_A_SECOND + activity / ACTIVITY + flicker / FLICKER;
  return 1 - Math.exp(-unrest);
}
