/** Clients whose last turn is remembered, in each lane; of more, those served longest ago count as never served. */
const CLIENTS_MAX = 10_000;

/** A client with a job that is due. */
export interface DueClient {
  readonly client: string;
  /** Since when its oldest job is due. */
  readonly runAt: number;
}

/** Whose turn it is in one lane: kept in memory, because after a start nobody has been served. */
export class Turns {
  /** Clients with the number of their last turn, the longest ago first. */
  readonly #lastTurns = new Map<string, number>();
  #turn = 0;

  served(client: string): void {
    this.#lastTurns.delete(client);
    this.#lastTurns.set(client, ++this.#turn);
    const [oldest] = this.#lastTurns.keys();
    if (oldest !== undefined && this.#lastTurns.size > CLIENTS_MAX) this.#lastTurns.delete(oldest);
  }

  /**
   * The client that is served next: the one with the fewest jobs `running`, of these the one served longest ago, of
   * these the one whose oldest job is due longest. Null without clients.
   */
  next(due: readonly DueClient[], running: ReadonlyMap<string, number>): string | null {
    const before = (a: DueClient, b: DueClient): number =>
      (running.get(a.client) ?? 0) - (running.get(b.client) ?? 0) ||
      (this.#lastTurns.get(a.client) ?? 0) - (this.#lastTurns.get(b.client) ?? 0) ||
      a.runAt - b.runAt ||
      (a.client < b.client ? -1 : 1);
    return due.toSorted(before)[0]?.client ?? null;
  }
}
