import { type Clock, MINUTE_MS, SECOND_MS } from "../lib/clock.ts";

const FAILURES_MAX = 3;
const REST_MS = 30 * SECOND_MS;
const REST_MAX_MS = 5 * MINUTE_MS;

/**
 * Pauses requests to a failing server. After three failures in a row no request is allowed for half a minute, then one;
 * each further failure doubles the pause, up to five minutes.
 */
export class Breaker {
  readonly #clock: Clock;
  #failures = 0;
  #restMs = REST_MS;
  /** Null while requests are allowed. */
  #openUntil: number | null = null;
  #isTrying = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether a request is allowed now. While the breaker is open, this allows one request per pause. */
  allows(): boolean {
    if (this.#openUntil === null) return true;
    const now = this.#clock.now();
    if (now < this.#openUntil) return false;
    this.#openUntil = now + this.#restMs;
    this.#isTrying = true;
    return true;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#restMs = REST_MS;
    this.#openUntil = null;
    this.#isTrying = false;
  }

  failed(): void {
    if (this.#openUntil !== null && !this.#isTrying) return;
    this.#failures += 1;
    if (this.#failures < FAILURES_MAX) return;
    if (this.#isTrying) this.#restMs = Math.min(REST_MAX_MS, this.#restMs * 2);
    this.#isTrying = false;
    this.#openUntil = this.#clock.now() + this.#restMs;
  }
}
