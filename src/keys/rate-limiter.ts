import { SECOND_MS } from "../lib/clock.ts";

/** Keys that were not seen for this long are forgotten, so that memory follows the keys in use. */
const FORGET_AFTER_MS = 60 * SECOND_MS;

export interface RateDecision {
  readonly allowed: boolean;
  readonly limit: number;
  /** Requests left in the window that ends now. */
  readonly remaining: number;
  /** Whole seconds until another request fits; 0 when one fits now. */
  readonly resetSeconds: number;
}

/**
 * A sliding window of one second per key: the times of its last `rate` requests. Exact (no window can hold
 * more than `rate`, wherever it begins), at eight bytes a request.
 */
export class RateLimiter {
  readonly #windows = new Map<string, Window>();
  #sweptAt = 0;

  /** Counts a request of `keyId` at `now` (milliseconds), unless it is one too many. */
  take(keyId: string, rate: number, now: number): RateDecision {
    this.#sweep(now);
    let window = this.#windows.get(keyId);
    if (window === undefined || window.times.length !== rate) {
      window = { times: new Float64Array(rate), oldest: 0, count: 0, seenAt: now };
      this.#windows.set(keyId, window);
    }
    // A clock that was set back would keep the times of the future for as long as it was set back.
    if (now < window.seenAt) window.count = 0;
    window.seenAt = now;
    dropExpired(window, now);
    const allowed = window.count < rate;
    if (allowed) {
      window.times[(window.oldest + window.count) % rate] = now;
      window.count += 1;
    }
    const remaining = rate - window.count;
    const waitMs = (window.times[window.oldest] ?? now) + SECOND_MS - now;
    return {
      allowed,
      limit: rate,
      remaining,
      resetSeconds: remaining > 0 ? 0 : Math.max(1, Math.ceil(waitMs / SECOND_MS)),
    };
  }

  #sweep(now: number): void {
    if (now >= this.#sweptAt && now - this.#sweptAt < FORGET_AFTER_MS) return;
    this.#sweptAt = now;
    for (const [keyId, window] of this.#windows) {
      if (now < window.seenAt || now - window.seenAt >= FORGET_AFTER_MS) this.#windows.delete(keyId);
    }
  }
}

/** A ring: `count` times, in order, from index `oldest` on. */
interface Window {
  readonly times: Float64Array;
  oldest: number;
  count: number;
  seenAt: number;
}

function dropExpired(window: Window, now: number): void {
  while (window.count > 0 && (window.times[window.oldest] ?? 0) <= now - SECOND_MS) {
    window.oldest = (window.oldest + 1) % window.times.length;
    window.count -= 1;
  }
}
