import { type Random, withJitter } from "../jobs/retry-policy.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../lib/clock.ts";
import { retryAfterMs } from "./retry-after.ts";

/** The waits after the first, second, … failed attempt. After the last attempt the delivery is failed. */
const WAITS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
] as const;

/** A wait is never shorter than promised, and up to a tenth longer. */
const JITTER_SHARE = 0.1;

export const ATTEMPTS_MAX = WAITS_MS.length + 1;

/** Returns the wait after failed attempt number `attempt` (from 1), or null after the last one. */
export function retryDelayMs(attempt: number, random: Random): number | null {
  const wait = WAITS_MS[attempt - 1];
  return wait === undefined ? null : withJitter(wait, JITTER_SHARE, random);
}

/**
 * Returns the wait after failed attempt number `attempt` if the receiver sent Retry-After: the requested wait, but never
 * less than the schedule. Null after the last attempt.
 */
export function requestedDelayMs(retryAfter: string, attempt: number, now: number, random: Random): number | null {
  const scheduledMs = retryDelayMs(attempt, random);
  if (scheduledMs === null) return null;
  return Math.max(scheduledMs, withJitter(retryAfterMs(retryAfter, now), JITTER_SHARE, random));
}
