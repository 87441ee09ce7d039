/** Returns whether `at` is less than `forMs` before `now`. False if `at` is in the future: the clock was set back since. */
export function isFresh(at: number, now: number, forMs: number): boolean {
  return at <= now && now - at < forMs;
}
