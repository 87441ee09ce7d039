import { type Clock, SECOND_MS } from "../lib/clock.ts";
import { type PostgresConnection, statement } from "./postgres-client.ts";

const TIME = "select (extract(epoch from clock_timestamp()) * 1000)::float8 as now";
/** An answer that took longer says less than the stopwatch since the one before. */
const ANSWER_MAX_MS = SECOND_MS;

/**
 * The clock of the database, which is the same for all nodes: leases, due times and expiries are compared on another node than the one that
 * wrote them. Read now and then; in between, a stopwatch counts, so the clock of this machine does not matter.
 */
export class PostgresClock implements Clock {
  readonly #stopwatch: Clock;
  #read: { readonly time: number; readonly at: number } | null = null;

  constructor(stopwatch: Clock) {
    this.#stopwatch = stopwatch;
  }

  now(): number {
    if (this.#read === null) throw new Error("Invariant broken: the clock of the database is read at the start");
    return Math.floor(this.#read.time + this.#stopwatch.now() - this.#read.at);
  }

  async read(connection: PostgresConnection): Promise<void> {
    const sentAt = this.#stopwatch.now();
    const [row] = await statement(connection, TIME, []);
    const at = this.#stopwatch.now();
    const tookMs = at - sentAt;
    if (this.#read !== null && tookMs > ANSWER_MAX_MS) return;
    this.#read = { time: Number(row?.["now"]) + tookMs / 2, at };
  }
}
