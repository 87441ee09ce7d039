import { EventStreams, eventText } from "../lib/event-streams.ts";
import type { LogFilter, LogLine, LogTail } from "../lib/log-tail.ts";
import type { Timer } from "../lib/timer.ts";

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
  readonly client: AbortSignal;
}

/**
 * Follows the log as streams of server-sent events. A stream reads from the tail when its client has taken what was sent before, so
 * a slow client needs no memory; lines that the tail has forgotten by then are counted in the event `missed`.
 */
export class LogEvents {
  readonly #deps: LogEventsDeps;
  readonly #streams: EventStreams;

  constructor(deps: LogEventsDeps) {
    this.#deps = deps;
    this.#streams = new EventStreams({
      ...deps,
      totalMax: STREAMS_MAX,
      perOwnerMax: STREAMS_PER_ADMIN_MAX,
      busyRetrySeconds: BUSY_RETRY_SECONDS,
      reconnectMs: RECONNECT_MS,
    });
  }

  /** Throws Refused (429) for too many streams. */
  follow({ owner, filter, lastEventId, client }: LogFollowing): ReadableStream<Uint8Array> {
    return this.#streams.open(owner, client, (signal) =>
      this.#events(this.#startOf(lastEventId, filter), filter, signal),
    );
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
    let position = start;
    while (!signal.aborted) {
      const missed = tail.oldest - 1 - position;
      if (missed > 0) {
        position += missed;
        yield eventText("missed", { count: missed });
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
    return eventText("line", present(line), `${tail.run}:${line.seq}`);
  }
}
