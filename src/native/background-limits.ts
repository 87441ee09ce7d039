import { HOUR_MS, MINUTE_MS } from "../lib/clock.ts";

/**
 * A process that uses no processor time for this long is blocked. Even at the lowest priority beside a hundred busy processes
 * per core, a process gets a hundredth of a second within a minute.
 */
export const STALLED_MS = 5 * MINUTE_MS;
/** For a process that runs programs with their own `STALLED_MS`: they end first and say why. */
export const STALLED_WITH_PROGRAMS_MS = 2 * STALLED_MS;
/** The last resort, for a process that hardly moves, and for systems other than Linux, where nothing shows that it is stalled. */
export const WALL_MS_MAX = 12 * HOUR_MS;

/** Limits of work that nobody waits for: processor time, which depends on the file only. A busy machine needs longer for it. */
export function backgroundLimits(
  cpuMsMax: number,
  stalledMs = STALLED_MS,
): { readonly cpuMsMax: number; readonly stalledMs: number; readonly timeoutMs: number } {
  return { cpuMsMax, stalledMs, timeoutMs: WALL_MS_MAX };
}
