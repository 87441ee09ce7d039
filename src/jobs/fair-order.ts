/** Clients to remember per lane. Beyond this, the ones served longest ago count as never served. */
const CLIENTS_MAX = 10_000;

/** A client with a due job. */
export interface DueClient {
  readonly client: string;
  /** When its oldest job became due, milliseconds since the epoch. */
  readonly runAt: number;
}

/**
 * Decides which client of a lane is served next. The order is not stored: after a restart, every client counts as never
 * served.
 */
export class FairOrder {
  /** The sequence number of each client's latest job, oldest first. */
  readonly #lastServed = new Map<string, number>();
  #sequence = 0;

  recordServed(client: string): void {
    this.#lastServed.delete(client);
    this.#lastServed.set(client, ++this.#sequence);
    const [oldest] = this.#lastServed.keys();
    if (oldest !== undefined && this.#lastServed.size > CLIENTS_MAX) this.#lastServed.delete(oldest);
  }

  /**
   * Returns the client with the fewest `running` jobs. Ties go to the client served longest ago, then to the one with the
   * oldest due job. Null without clients.
   */
  next(due: readonly DueClient[], running: ReadonlyMap<string, number>): string | null {
    const compare = (a: DueClient, b: DueClient): number =>
      (running.get(a.client) ?? 0) - (running.get(b.client) ?? 0) ||
      (this.#lastServed.get(a.client) ?? 0) - (this.#lastServed.get(b.client) ?? 0) ||
      a.runAt - b.runAt ||
      (a.client < b.client ? -1 : 1);
    return due.toSorted(compare)[0]?.client ?? null;
  }
}
