import type { Brief } from "../../schema/brief.ts";
import type { Timer } from "../lib/timer.ts";
import { assert, messageOf } from "../lib/assert.ts";
import { type Clock, MINUTE_MS, SECOND_MS } from "../lib/clock.ts";
import { isFresh } from "../lib/is-fresh.ts";
import type { Log } from "../lib/log.ts";
import { Breaker } from "../lib/breaker.ts";
import { briefWords } from "./brief-words.ts";
import type { Embed } from "./client.ts";
import { quantize } from "./quantize.ts";

/** A search waits at most this long for the server. */
export const BRIEF_WAIT_MS = 300;
/** Limit of a request. It is long, in case the server has to load the model. A late answer serves the next search. */
const LIMIT_MS = 15 * SECOND_MS;
/** Requests in flight, including those that no search waits for any more. */
const PENDING_MAX = 4;
/** Cached vectors of briefs; at most two megabytes. */
const CACHED_MAX = 256;
const LOG_EVERY_MS = MINUTE_MS;

export interface BriefEmbedderParts {
  readonly embed: Embed;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly log: Log;
  /** BRIEF_WAIT_MS by default. */
  readonly waitMs?: number;
}

/** Gets the directions of briefs if the server answers in time. It never throws: searches work without it. */
export class BriefEmbedder {
  readonly #parts: BriefEmbedderParts;
  readonly #breaker: Breaker;
  readonly #stopping = new AbortController();
  /** Keyed by the words of the brief; the least recently used come first. */
  readonly #cache = new Map<string, Int8Array>();
  #pending = 0;
  #lastLog: { readonly at: number; readonly isFailure: boolean } | null = null;

  constructor(parts: BriefEmbedderParts) {
    this.#parts = parts;
    this.#breaker = new Breaker(parts.clock);
  }

  /** Returns null if no wish can be expressed in words, or if the server is slow or unavailable, which is logged. */
  async directionOf(brief: Brief): Promise<Int8Array | null> {
    const words = briefWords(brief);
    if (words === null || this.#stopping.signal.aborted) return null;
    const cached = this.#cache.get(words);
    if (cached !== undefined) {
      this.#store(words, cached);
      return cached;
    }
    if (this.#pending >= PENDING_MAX || !this.#breaker.allows()) return null;
    return await this.#request(words);
  }

  /** Aborts all requests in flight. */
  stop(): void {
    this.#stopping.abort(new Error("the program ends"));
  }

  async #request(words: string): Promise<Int8Array | null> {
    const { timer, waitMs = BRIEF_WAIT_MS } = this.#parts;
    const late = Promise.withResolvers<string>();
    const cancelTimer = timer.after(waitMs, () => late.resolve(`no answer within ${waitMs} ms`));
    const outcome = await Promise.race([this.#fetch(words), late.promise]);
    cancelTimer();
    if (typeof outcome === "string") {
      if (!this.#stopping.signal.aborted) this.#failed(outcome);
      return null;
    }
    this.#breaker.succeeded();
    this.#logRecovery();
    return outcome;
  }

  /** Returns the direction, or the reason why there is none. */
  async #fetch(words: string): Promise<Int8Array | string> {
    this.#pending += 1;
    try {
      const [vector] = await this.#parts.embed([words], { limitMs: LIMIT_MS, stop: this.#stopping.signal });
      assert(vector !== undefined, "a client answers a vector for each text");
      const direction = quantize(vector);
      this.#store(words, direction);
      return direction;
    } catch (error) {
      return messageOf(error);
    } finally {
      this.#pending -= 1;
    }
  }

  #store(words: string, direction: Int8Array): void {
    this.#cache.delete(words);
    this.#cache.set(words, direction);
    const [oldest] = this.#cache.keys();
    if (this.#cache.size > CACHED_MAX && oldest !== undefined) this.#cache.delete(oldest);
  }

  #failed(reason: string): void {
    this.#breaker.failed();
    const now = this.#parts.clock.now();
    if (this.#lastLog !== null && this.#lastLog.isFailure && isFresh(this.#lastLog.at, now, LOG_EVERY_MS)) return;
    this.#lastLog = { at: now, isFailure: true };
    this.#parts.log.warn({ reason }, "the embedding server is slow or unavailable; searches work without it");
  }

  #logRecovery(): void {
    if (this.#lastLog?.isFailure !== true) return;
    this.#lastLog = { at: this.#lastLog.at, isFailure: false };
    this.#parts.log.info({}, "the embedding server answers again");
  }
}
