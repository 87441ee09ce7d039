import { EventStreams, eventText } from "../lib/event-streams.ts";
import type { ApiKey } from "../keys/key.ts";
import { SECOND_MS } from "../lib/clock.ts";
import { refuse } from "../lib/refusal.ts";
import type { Timer } from "../lib/timer.ts";
import type { SearchEndings } from "./search-endings.ts";
import type { Searches } from "./searches.ts";

/** How often the analysis of assets is looked up while a search waits for it. */
const PROGRESS_EVERY_MS = SECOND_MS;
const STREAMS_MAX = 512;
const STREAMS_PER_KEY_MAX = 16;
const BUSY_RETRY_SECONDS = 2;
/** Milliseconds that a browser waits before it connects again. */
const RECONNECT_MS = 500;

export interface SearchEventsDeps {
  readonly searches: Searches;
  readonly endings: SearchEndings;
  readonly timer: Timer;
  /** Aborted when the server stops. */
  readonly end: AbortSignal;
}

/** Follows searches in flight as streams of server-sent events. */
export class SearchEvents {
  readonly #deps: SearchEventsDeps;
  readonly #streams: EventStreams;

  constructor(deps: SearchEventsDeps) {
    this.#deps = deps;
    this.#streams = new EventStreams({
      ...deps,
      totalMax: STREAMS_MAX,
      perOwnerMax: STREAMS_PER_KEY_MAX,
      busyRetrySeconds: BUSY_RETRY_SECONDS,
      reconnectMs: RECONNECT_MS,
    });
  }

  /**
   * Returns the events of a search of this key: `processing` with the assets that it waits for, at once and whenever they
   * change, and `ended`, after which the stream ends. Throws Refused: 404 for an unknown search, 429 for too many streams.
   */
  async follow(key: ApiKey, searchId: string, client: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const { searches } = this.#deps;
    const isKnown =
      (await searches.isProcessing(key, searchId)) || (await searches.state(key, searchId)).latest !== null;
    if (!isKnown) throw refuse("not_found");
    return this.#streams.open(key.id, client, (signal) => this.#events(key, searchId, signal));
  }

  async *#events(key: ApiKey, searchId: string, signal: AbortSignal): AsyncGenerator<string, void> {
    let shown: string | null = null;
    while (!signal.aborted) {
      const waiting = await this.#nextProgress(key, searchId, shown, signal);
      if (waiting === null) {
        yield eventText("ended", {});
        return;
      }
      const progress = JSON.stringify({ waiting_for: waiting });
      if (progress !== shown) yield eventText("processing", { waiting_for: waiting });
      shown = progress;
    }
  }

  /**
   * Looks up what the search waits for; null once it has ended. If it is as `shown`, returns when the search may have ended, or when
   * progress is to be looked up again.
   */
  async #nextProgress(
    key: ApiKey,
    searchId: string,
    shown: string | null,
    signal: AbortSignal,
  ): Promise<readonly string[] | null> {
    const { searches, endings, timer } = this.#deps;
    const over = new AbortController();
    // Called before the look-up, because the search can end during it.
    const ended = endings.next(searchId, AbortSignal.any([signal, over.signal]));
    try {
      const waiting = await searches.waitingFor(key, searchId);
      if (waiting !== null && JSON.stringify({ waiting_for: waiting }) === shown) {
        const cancelTimer = waiting.length === 0 ? () => undefined : timer.after(PROGRESS_EVERY_MS, () => over.abort());
        await ended;
        cancelTimer();
      }
      return waiting;
    } finally {
      over.abort();
    }
  }
}
