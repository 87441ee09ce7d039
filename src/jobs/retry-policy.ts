/** A number from 0 up to, not including, 1. */
export type Random = () => number;

/** Makes `delayMs` longer by up to `share` of it, never shorter, so that what failed together does not come back together. */
export function withJitter(delayMs: number, share: number, random: Random): number {
  return Math.round(delayMs * (1 + share * random()));
}
