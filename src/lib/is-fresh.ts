/** Whether `at` is less than `forMs` before `now`. False for the future: the clock was set back since. */
export function isFresh(at: number, now: number, forMs: number): boolean {
  return at <= now && now - at < forMs;
}
