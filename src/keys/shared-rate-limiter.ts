import type { ServiceDb } from "../db/service-db.ts";
import { type Clock, SECOND_MS } from "../lib/clock.ts";
import type { RateDecision, RateLimits } from "./rate-limiter.ts";
import { countSearches, takeSearches, type TakenSearches } from "./search-rates-store.ts";

/** Keys that are known to have used up their window. Above it, all are forgotten: then the database is asked. */
const FULL_MAX = 10_000;

type Decide = (decision: RateDecision) => void;

interface Waiting {
  readonly decide: Decide;
  readonly fail: (error: unknown) => void;
}

/**
 * Like RateLimiter, for several nodes: the times of a key's requests are a row on PostgreSQL. Each node has one statement per key in
 * flight; requests that come meanwhile are counted by the next one together. Until a full window has room, it refuses without a statement.
 */
export class SharedRateLimiter implements RateLimits {
  readonly #db: ServiceDb;
  readonly #elapsed: Clock;
  /** Requests that wait for a statement, by key and rate. Those in flight are not in it. */
  readonly #waiting = new Map<string, Waiting[]>();
  /** When the full window of a key and rate has room again. */
  readonly #fullUntil = new Map<string, number>();

  constructor(db: ServiceDb, elapsed: Clock) {
    this.#db = db;
    this.#elapsed = elapsed;
  }

  async take(keyId: string, rate: number): Promise<RateDecision> {
    const window = `${keyId} ${rate}`;
    const waitMs = (this.#fullUntil.get(window) ?? 0) - this.#elapsed.now();
    if (waitMs > 0) return decisionOf(rate, { isAllowed: false, remaining: 0, waitMs });
    return await new Promise((decide, fail) => {
      const waiting = this.#waiting.get(window);
      if (waiting !== undefined) waiting.push({ decide, fail });
      else void this.#takeAll(keyId, rate, [{ decide, fail }]);
    });
  }

  async peek(keyId: string, rate: number): Promise<Pick<RateDecision, "limit" | "remaining">> {
    const count = await this.#db.read(countSearches(this.#db, keyId));
    return { limit: rate, remaining: Math.max(0, rate - count) };
  }

  /** Counts requests, and then those that came meanwhile, until none did. Never rejects. */
  async #takeAll(keyId: string, rate: number, first: Waiting[]): Promise<void> {
    const window = `${keyId} ${rate}`;
    for (let batch = first; batch.length > 0; batch = this.#waiting.get(window) ?? []) {
      this.#waiting.set(window, []);
      try {
        const taken = await this.#takeBatch(keyId, rate, batch.length);
        for (const [index, { decide }] of batch.entries()) {
          const after = taken.remaining + Math.max(0, taken.taken - index - 1);
          decide(decisionOf(rate, { isAllowed: index < taken.taken, remaining: after, waitMs: taken.waitMs }));
        }
      } catch (error) {
        for (const { fail } of batch) fail(error);
      }
    }
    this.#waiting.delete(window);
  }

  async #takeBatch(keyId: string, rate: number, wanted: number): Promise<TakenSearches> {
    const begun = this.#elapsed.now();
    const taken = await takeSearches(this.#db, { keyId, rate, wanted });
    if (taken.waitMs > 0) {
      if (this.#fullUntil.size >= FULL_MAX) this.#fullUntil.clear();
      this.#fullUntil.set(`${keyId} ${rate}`, begun + taken.waitMs);
    }
    return taken;
  }
}

function decisionOf(
  limit: number,
  {
    isAllowed,
    remaining,
    waitMs,
  }: { readonly isAllowed: boolean; readonly remaining: number; readonly waitMs: number },
): RateDecision {
  const resetSeconds = remaining > 0 ? 0 : Math.max(1, Math.ceil(waitMs / SECOND_MS));
  return { allowed: isAllowed, limit, remaining, resetSeconds };
}
