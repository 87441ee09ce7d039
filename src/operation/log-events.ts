import { SECOND_MS } from "../lib/clock.ts";
import { KeyedSlots } from "../lib/keyed-slots.ts";
import type { LogFilter, LogLine, LogTail } from "../lib/log-tail.ts";
import { refuseUntil } from "../lib/refusal.ts";
import type { Timer } from "../lib/timer.ts";

/** Below the time limit of a connection. A browser connects again by itself and misses nothing. */
const STREAM_MAX_MS = 60 * SECOND_MS;
const STREAMS_MAX = 16;
const STREAMS_PER_ADMIN_MAX = 4;
const BUSY_RETRY_SECONDS = 5;
/** Milliseconds that a browser waits before it connects again. */
const RECONNECT_MS = 1_000;
/** Lines that a new stream begins with. */
const LINES_AT_FIRST = 200;
/** Lines that are sent at once. */
const BATCH = 100;

export interface LogEventsDeps {
  readonly tail: LogTail;
  readonly timer: Timer;
  /** Aborted when the server stops. */
  readonly end: AbortSignal;
  /** Returns a line as JSON for clients. */
  readonly present: (line: LogLine) => object;
}

export interface LogFollowing {
  /** Whose limit of streams counts. */
  readonly owner: string;
  readonly filter: LogFilter;
  /** The header `Last-Event-ID`: the line after which the stream goes on. */
  readonly lastEventId: string | null;
  readonly signal: AbortSignal;
}

/**
 * Follows the log as streams of server-sent events. A stream reads from the tail when its client has taken what was sent before, so
 * a slow client needs no memory; lines that the tail has forgotten by then are counted in the event `missed`.
 */
export class LogEvents {
  readonly #deps: LogEventsDeps;
  readonly #slots = new KeyedSlots({ totalMax: STREAMS_MAX, perOwnerMax: STREAMS_PER_ADMIN_MAX });

  constructor(deps: LogEventsDeps) {
    this.#deps = deps;
  }

  /** Throws Refused (429) for too many streams. */
  follow({ owner, filter, lastEventId, signal }: LogFollowing): ReadableStream<Uint8Array> {
    const release = this.#slots.take(owner);
    if (release === null) {
      throw refuseUntil("streams_busy", BUSY_RETRY_SECONDS, { meta: { limit: STREAMS_PER_ADMIN_MAX } });
    }
    const end = new AbortController();
    const cancelTimer = this.#deps.timer.after(STREAM_MAX_MS, () => end.abort());
    const start = this.#startOf(lastEventId, filter);
    const events = this.#events(start, filter, AbortSignal.any([signal, end.signal, this.#deps.end]));
    const encoder = new TextEncoder();
    const finish = (): void => {
      cancelTimer();
      release();
    };
    return new ReadableStream({
      async pull(controller) {
        const { done, value } = await events.next();
        if (!done) return controller.enqueue(encoder.encode(value));
        finish();
        controller.close();
      },
      cancel() {
        end.abort();
        finish();
      },
    });
  }

  /** Returns the number of the line after which a stream begins. */
  #startOf(lastEventId: string | null, filter: LogFilter): number {
    const { tail } = this.#deps;
    const [run, seq = ""] = lastEventId?.split(":") ?? [];
    if (run === tail.run && /^\d{1,15}$/.test(seq)) return Math.min(Number(seq), tail.newest);
    const first = tail.before(tail.newest + 1, filter, LINES_AT_FIRST).at(-1);
    return first === undefined ? tail.newest : first.seq - 1;
  }

  async *#events(start: number, filter: LogFilter, signal: AbortSignal): AsyncGenerator<string, void> {
    const { tail } = this.#deps;
    yield `retry: ${RECONNECT_MS}\n\n`;
    let position = start;
    while (!signal.aborted) {
      const missed = tail.oldest - 1 - position;
      if (missed > 0) {
        position += missed;
        yield `event: missed\ndata: ${JSON.stringify({ count: missed })}\n\n`;
      }
      const lines = tail.after(position, filter, BATCH);
      position = lines.length < BATCH ? tail.newest : (lines.at(-1)?.seq ?? position);
      if (lines.length > 0) yield lines.map((line) => this.#eventOf(line)).join("");
      // Nothing can be added between the lookup and this wait, because both are in one turn.
      else await tail.next(signal);
    }
  }

  #eventOf(line: LogLine): string {
    const { tail, present } = this.#deps;
    return `id: ${tail.run}:${line.seq}\nevent: line\ndata: ${JSON.stringify(present(line))}\n\n`;
  }
}
