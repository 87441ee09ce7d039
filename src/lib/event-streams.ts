import { SECOND_MS } from "./clock.ts";
import { KeyedSlots } from "./keyed-slots.ts";
import { refuseUntil } from "./refusal.ts";
import type { Timer } from "./timer.ts";

/** Below the time limit of a connection. A browser connects again by itself and misses nothing. */
const STREAM_MAX_MS = 60 * SECOND_MS;

export interface EventStreamsOptions {
  readonly timer: Timer;
  /** Aborted when the server stops. */
  readonly end: AbortSignal;
  readonly totalMax: number;
  readonly perOwnerMax: number;
  /** What a refused client is told to wait. */
  readonly busyRetrySeconds: number;
  /** Milliseconds that a browser waits before it connects again. */
  readonly reconnectMs: number;
}

/**
 * Streams of server-sent events, limited in number and time. The next event is asked for when the client has taken the
 * one before, so a slow client needs no memory.
 */
export class EventStreams {
  readonly #options: EventStreamsOptions;
  readonly #slots: KeyedSlots;

  constructor(options: EventStreamsOptions) {
    this.#options = options;
    this.#slots = new KeyedSlots(options);
  }

  /**
   * Opens a stream of what `events` yields until it returns or its signal aborts: when the client leaves, after a minute,
   * or when the server stops. Throws Refused (429) for too many streams of `owner` or in all.
   */
  open(
    owner: string,
    client: AbortSignal,
    events: (signal: AbortSignal) => AsyncGenerator<string, void>,
  ): ReadableStream<Uint8Array> {
    const { timer, end, perOwnerMax, busyRetrySeconds, reconnectMs } = this.#options;
    const release = this.#slots.take(owner);
    if (release === null) throw refuseUntil("streams_busy", busyRetrySeconds, { meta: { limit: perOwnerMax } });
    const over = new AbortController();
    const cancelTimer = timer.after(STREAM_MAX_MS, () => over.abort());
    // A stream that is cancelled while it waits for an event ends twice, and has only one slot to give back.
    over.signal.addEventListener("abort", cancelTimer, { once: true });
    over.signal.addEventListener("abort", release, { once: true });
    const texts = events(AbortSignal.any([client, over.signal, end]));
    const encoder = new TextEncoder();
    let isCancelled = false;
    return new ReadableStream({
      start: (controller) => controller.enqueue(encoder.encode(`retry: ${reconnectMs}\n\n`)),
      async pull(controller) {
        const { done, value } = await texts.next();
        if (!done) return controller.enqueue(encoder.encode(value));
        over.abort();
        if (!isCancelled) controller.close();
      },
      cancel() {
        isCancelled = true;
        over.abort();
      },
    });
  }
}

/** Returns an event with data as JSON, in the format of a stream. */
export function eventText(name: string, data: object, id: string | null = null): string {
  return `${id === null ? "" : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
