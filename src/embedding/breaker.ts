import { type Clock, MINUTE_MS, SECOND_MS } from "../lib/clock.ts";

const FAILURES_MAX = 3;
const REST_MS = 30 * SECOND_MS;
const REST_MAX_MS = 5 * MINUTE_MS;

/**
 * Stops asking what fails: after three failures in a row nobody asks for half a minute; then one may try, and each try
 * that fails doubles the rest, up to five minutes.
 */
export class Breaker {
  readonly #clock: Clock;
  #failures = 0;
  #restMs = REST_MS;
  /** Null while it is closed. */
  #openUntil: number | null = null;
  #isTrying = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether to ask now. Of an open breaker, a yes is the one try: the next is another rest away. */
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
