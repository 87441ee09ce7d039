import { HOUR_MS, SECOND_MS } from "../lib/clock.ts";

/** Attempts without a delay. People mistype. */
export const FREE_ATTEMPTS = 3;
export const DELAY_MAX_MS = 60 * SECOND_MS;
export const FORGET_AFTER_MS = HOUR_MS;
/** Names with failed attempts. Above this, the name with the oldest attempt is forgotten. */
const NAMES_MAX = 10_000;

interface Attempts {
  readonly count: number;
  readonly at: number;
}

/** Attempts to sign in, by name: SignInAttempts in memory, SharedSignInAttempts for several nodes. */
export interface Attempting {
  /** Counts an attempt for a name. Returns 0 if it may be made, otherwise the milliseconds to wait; then it does not count. */
  begin(name: string, now: number): number | Promise<number>;
  succeeded(name: string): void | Promise<void>;
}

/** Delays sign-ins after wrong passwords: 1 s after the third attempt in a row, then twice as long, at most a minute. */
export class SignInAttempts implements Attempting {
  /** In the order of the latest attempt. */
  readonly #attempts = new Map<string, Attempts>();

  begin(name: string, now: number): number {
    const before = this.#attempts.get(name);
    const isForgotten = before === undefined || now < before.at || now - before.at >= FORGET_AFTER_MS;
    const count = isForgotten ? 0 : before.count;
    const waitMs = isForgotten ? 0 : before.at + delayAfter(count) - now;
    if (waitMs > 0) return waitMs;
    this.#attempts.delete(name);
    this.#attempts.set(name, { count: count + 1, at: now });
    if (this.#attempts.size > NAMES_MAX) this.#forgetOldest();
    return 0;
  }

  succeeded(name: string): void {
    this.#attempts.delete(name);
  }

  #forgetOldest(): void {
    const [oldest] = this.#attempts.keys();
    if (oldest !== undefined) this.#attempts.delete(oldest);
  }
}

function delayAfter(count: number): number {
  return count < FREE_ATTEMPTS ? 0 : Math.min(DELAY_MAX_MS, SECOND_MS * 2 ** (count - FREE_ATTEMPTS));
}
