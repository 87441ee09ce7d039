/** A number from 0 up to, not including, 1. */
export type Random = () => number;

/** Lengthens `delayMs` by up to `share` of it, so that jobs which failed at the same time are retried at different times. */
export function withJitter(delayMs: number, share: number, random: Random): number {
  return Math.round(delayMs * (1 + share * random()));
}
