/** The current time. It is passed in, so that tests can set it. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/**
 * Milliseconds. A stored time further in the future than this was written while the clock was ahead. Smaller differences
 * are ordinary corrections of the clock.
 */
export const CLOCK_SLACK_MS = 60_000;

/** Milliseconds since the epoch. The program is newer than this, so an earlier time means that the clock was never set. */
export const EARLIEST_TIME = Date.UTC(2025, 0, 1);

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** A monotonic clock for durations. Its zero has no meaning. */
export const stopwatch: Clock = { now: () => performance.now() };
