import { type Random, withJitter } from "../jobs/retry-policy.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../lib/clock.ts";
import { retryAfterMs } from "./retry-after.ts";

/** The waits after the first, second, … failed try. After the last one the delivery is failed, and kept for replay. */
const WAITS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
] as const;

/** Never earlier than promised, up to a tenth later. */
const JITTER_SHARE = 0.1;

export const TRIES_MAX = WAITS_MS.length + 1;

/** The wait after failed try number `attempt` (from 1), or null after the last. */
export function retryDelayMs(attempt: number, random: Random): number | null {
  const wait = WAITS_MS[attempt - 1];
  return wait === undefined ? null : withJitter(wait, JITTER_SHARE, random);
}

/**
 * The wait after failed try number `attempt` where the receiver answered with Retry-After: what it asks for, but never
 * shorter than the schedule. Null after the last try.
 */
export function askedDelayMs(retryAfter: string, attempt: number, now: number, random: Random): number | null {
  const scheduledMs = retryDelayMs(attempt, random);
  if (scheduledMs === null) return null;
  return Math.max(scheduledMs, withJitter(retryAfterMs(retryAfter, now), JITTER_SHARE, random));
}
