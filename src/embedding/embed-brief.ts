import type { Brief } from "../../schema/brief.ts";
import type { Timer } from "../lib/timer.ts";
import { assert, messageOf } from "../lib/assert.ts";
import { type Clock, MINUTE_MS, SECOND_MS } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import { Breaker } from "./breaker.ts";
import { briefWords } from "./brief-words.ts";
import type { Embed } from "./client.ts";
import { quantize } from "./quantize.ts";

/** What a search waits at most for the server. */
export const BRIEF_WAIT_MS = 300;
/** A server that must first load its model may go on for so long: its answer serves the next search. */
const LIMIT_MS = 15 * SECOND_MS;
/** Requests under way at once, those that nobody waits for any more included. */
const PENDING_MAX = 4;
/** Briefs whose vectors are kept: two megabytes at the most. */
const KEPT_MAX = 256;
const LOG_EVERY_MS = MINUTE_MS;

export interface BriefEmbedderParts {
  readonly embed: Embed;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly log: Log;
  /** BRIEF_WAIT_MS where it is left out. */
  readonly waitMs?: number;
}

/** The directions of briefs, as far as the server gives them in time. It never throws: a search does without. */
export class BriefEmbedder {
  readonly #parts: BriefEmbedderParts;
  readonly #breaker: Breaker;
  readonly #stopping = new AbortController();
  /** By words; the one that was used last stands last. */
  readonly #kept = new Map<string, Int8Array>();
  #pending = 0;
  #told: { readonly at: number; readonly isTrouble: boolean } | null = null;

  constructor(parts: BriefEmbedderParts) {
    this.#parts = parts;
    this.#breaker = new Breaker(parts.clock);
  }

  /** Null: the brief wants nothing that words tell, or the server is slow or away, which the log says. */
  async directionOf(brief: Brief): Promise<Int8Array | null> {
    const words = briefWords(brief);
    if (words === null || this.#stopping.signal.aborted) return null;
    const kept = this.#kept.get(words);
    if (kept !== undefined) {
      this.#keep(words, kept);
      return kept;
    }
    if (this.#pending >= PENDING_MAX || !this.#breaker.allows()) return null;
    return await this.#ask(words);
  }

  /** Ends what is under way. */
  stop(): void {
    this.#stopping.abort(new Error("the program ends"));
  }

  async #ask(words: string): Promise<Int8Array | null> {
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
    this.#tellRecovery();
    return outcome;
  }

  /** The direction, or why there is none. */
  async #fetch(words: string): Promise<Int8Array | string> {
    this.#pending += 1;
    try {
      const [vector] = await this.#parts.embed([words], { limitMs: LIMIT_MS, stop: this.#stopping.signal });
      assert(vector !== undefined, "a client answers a vector for each text");
      const direction = quantize(vector);
      this.#keep(words, direction);
      return direction;
    } catch (error) {
      return messageOf(error);
    } finally {
      this.#pending -= 1;
    }
  }

  #keep(words: string, direction: Int8Array): void {
    this.#kept.delete(words);
    this.#kept.set(words, direction);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT_MAX && oldest !== undefined) this.#kept.delete(oldest);
  }

  #failed(reason: string): void {
    this.#breaker.failed();
    const now = this.#parts.clock.now();
    if (this.#told !== null && this.#told.isTrouble && now - this.#told.at < LOG_EVERY_MS) return;
    this.#told = { at: now, isTrouble: true };
    this.#parts.log.warn({ reason }, "the embedding server is slow or away; searches are answered without it");
  }

  #tellRecovery(): void {
    if (this.#told?.isTrouble !== true) return;
    this.#told = { at: this.#told.at, isTrouble: false };
    this.#parts.log.info({}, "the embedding server answers again");
  }
}
