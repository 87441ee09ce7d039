import { SECOND_MS } from "../lib/clock.ts";

/** Unused keys are dropped after this time, so that memory is proportional to the keys in use. */
const FORGET_AFTER_MS = 60 * SECOND_MS;

export interface RateDecision {
  readonly allowed: boolean;
  readonly limit: number;
  /** Requests left in the window that ends now. */
  readonly remaining: number;
  /** Whole seconds until another request is allowed; 0 if one is allowed now. */
  readonly resetSeconds: number;
}

/**
 * A sliding window of one second per key: the times of its last `rate` requests. Exact: no window of one second holds
 * more than `rate` requests. It takes eight bytes per request.
 */
export class RateLimiter {
  readonly #windows = new Map<string, Window>();
  #sweptAt = 0;

  /** Counts a request of `keyId` at `now` (milliseconds) if the limit allows it. */
  take(keyId: string, rate: number, now: number): RateDecision {
    this.#sweep(now);
    let window = this.#windows.get(keyId);
    if (window === undefined || window.times.length !== rate) {
      window = { times: new Float64Array(rate), oldest: 0, count: 0, seenAt: now };
      this.#windows.set(keyId, window);
    }
    // After the clock is set back, times in the future would never expire.
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

  /** Returns the state of `keyId` at `now` without counting a request. */
  peek(keyId: string, rate: number, now: number): Pick<RateDecision, "limit" | "remaining"> {
    const window = this.#windows.get(keyId);
    if (window === undefined || window.times.length !== rate || now < window.seenAt)
      return { limit: rate, remaining: rate };
    dropExpired(window, now);
    return { limit: rate, remaining: rate - window.count };
  }

  #sweep(now: number): void {
    if (now >= this.#sweptAt && now - this.#sweptAt < FORGET_AFTER_MS) return;
    this.#sweptAt = now;
    for (const [keyId, window] of this.#windows) {
      if (now < window.seenAt || now - window.seenAt >= FORGET_AFTER_MS) this.#windows.delete(keyId);
    }
  }
}

/** A ring buffer: `count` times in order, starting at index `oldest`. */
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
