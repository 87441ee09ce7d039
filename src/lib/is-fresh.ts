/**
 * Whether what happened at `at` is less than `forMs` old at `now`. What lies in the future is not: the clock was set back
 * since, and nobody knows for how long it would stay there.
 */
export function isFresh(at: number, now: number, forMs: number): boolean {
  return at <= now && now - at < forMs;
}
