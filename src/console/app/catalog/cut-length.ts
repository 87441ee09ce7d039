/** Lengths of cuts, in seconds. */
export const CUT_SECONDS = { usual: 30, min: 5, max: 300, step: 0.01 } as const;

const STEPS_PER_SECOND = 100;

/** Returns the length nearest to what was typed: the usual one for an empty field. */
export function cutLength(typed: number | null): number {
  const wanted = Math.max(CUT_SECONDS.min, Math.min(CUT_SECONDS.max, typed ?? CUT_SECONDS.usual));
  // Multiplying by 0.01 would give 19.900000000000002, which the service refuses.
  return Math.round(wanted * STEPS_PER_SECOND) / STEPS_PER_SECOND;
}
