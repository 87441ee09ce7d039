import { type Clock, SECOND_MS } from "../lib/clock.ts";

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

/** Counts the searches of keys: RateLimiter in memory, SharedRateLimiter for several nodes. */
export interface RateLimits {
  /** Counts a request of `keyId` if the limit allows it. */
  take(keyId: string, rate: number): RateDecision | Promise<RateDecision>;
  /** Returns the state of `keyId` without counting a request. */
  peek(
    keyId: string,
    rate: number,
  ): Pick<RateDecision, "limit" | "remaining"> | Promise<Pick<RateDecision, "limit" | "remaining">>;
}

/**
 * A sliding window of one second per key: the times of its last `rate` requests. Exact: no window of one second holds
 * more than `rate` requests, also when the rate of the key changes. It takes eight bytes per request.
 */
export class RateLimiter implements RateLimits {
  readonly #windows = new Map<string, Window>();
  readonly #elapsed: Clock;
  #sweptAt = 0;

  /** `elapsed` never goes back: adjustments of the time of day neither add requests nor refuse any. */
  constructor(elapsed: Clock) {
    this.#elapsed = elapsed;
  }

  take(keyId: string, rate: number): RateDecision {
    const now = this.#elapsed.now();
    this.#sweep(now);
    const window = this.#windowOf(keyId, rate, now);
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

  peek(keyId: string, rate: number): Pick<RateDecision, "limit" | "remaining"> {
    const window = this.#windows.get(keyId);
    if (window === undefined) return { limit: rate, remaining: rate };
    dropExpired(window, this.#elapsed.now());
    return { limit: rate, remaining: Math.max(0, rate - window.count) };
  }

  #windowOf(keyId: string, rate: number, now: number): Window {
    const former = this.#windows.get(keyId);
    if (former !== undefined) dropExpired(former, now);
    const window =
      former?.times.length === rate ? former : { times: new Float64Array(rate), oldest: 0, count: 0, seenAt: now };
    if (former !== undefined && window !== former) keepNewest(former, window);
    window.seenAt = now;
    this.#windows.set(keyId, window);
    return window;
  }

  #sweep(now: number): void {
    if (now - this.#sweptAt < FORGET_AFTER_MS) return;
    this.#sweptAt = now;
    for (const [keyId, window] of this.#windows) {
      if (now - window.seenAt >= FORGET_AFTER_MS) this.#windows.delete(keyId);
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

/** Copies the newest times of `from` that `into` has room for. */
function keepNewest(from: Window, into: Window): void {
  into.count = Math.min(from.count, into.times.length);
  const first = from.oldest + from.count - into.count;
  for (let index = 0; index < into.count; index += 1)
    into.times[index] = from.times[(first + index) % from.times.length] ?? 0;
}
