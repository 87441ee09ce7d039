/** The current time. It is passed in, so that tests can set it. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/**
 * Milliseconds. A time further in the future than this was written while the clock was ahead; less is an ordinary
 * correction of the clock.
 */
export const CLOCK_SLACK_MS = 60_000;

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** For durations: a clock that nobody sets. Its zero means nothing. */
export const stopwatch: Clock = { now: () => performance.now() };
