import { type Clock, MINUTE_MS, SECOND_MS } from "./clock.ts";
import { isFresh } from "./is-fresh.ts";

const FAILURES_MAX = 3;
const PAUSE_MS = 30 * SECOND_MS;
const PAUSE_MAX_MS = 5 * MINUTE_MS;

/**
 * Pauses requests to a failing server. After three failures in a row no request is allowed for half a minute, then one;
 * each further failure doubles the pause, up to five minutes.
 */
export class Breaker {
  readonly #clock: Clock;
  #failures = 0;
  #pauseMs = PAUSE_MS;
  /** When the pause began; null while the breaker is closed. */
  #openSince: number | null = null;
  #isProbing = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether a request is allowed now. While the breaker is open, this allows one request per pause. */
  allows(): boolean {
    if (this.#openSince === null) return true;
    const now = this.#clock.now();
    if (isFresh(this.#openSince, now, this.#pauseMs)) return false;
    this.#openSince = now;
    this.#isProbing = true;
    return true;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#pauseMs = PAUSE_MS;
    this.#openSince = null;
    this.#isProbing = false;
  }

  failed(): void {
    if (this.#openSince !== null && !this.#isProbing) return;
    this.#failures += 1;
    if (this.#failures < FAILURES_MAX) return;
    if (this.#isProbing) this.#pauseMs = Math.min(PAUSE_MAX_MS, this.#pauseMs * 2);
    this.#isProbing = false;
    this.#openSince = this.#clock.now();
  }
}
