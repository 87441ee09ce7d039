/** A client with a due job, the one that is served if it is the client's turn. */
export interface DueClient {
  readonly client: string;
  /** When the job became due, milliseconds since the epoch. */
  readonly runAt: number;
  /** Its expected processor time in milliseconds. */
  readonly workMs: number;
}

/**
 * Decides which client of a lane is served next. The order is not stored: after a restart, every client counts as never
 * served.
 */
export interface FairOrder {
  recordServed(client: string): void;
  /** Returns one of the clients with the fewest `running` jobs. Null without clients. */
  next(due: readonly DueClient[], running: ReadonlyMap<string, number>): string | null;
}

/** Clients to remember per lane. Beyond this, the ones served longest ago count as never served. */
const CLIENTS_MAX = 10_000;

/** Remembers a number for each of the clients that were served last. */
export class ServedClients {
  readonly #numbers = new Map<string, number>();

  numberOf(client: string): number {
    return this.#numbers.get(client) ?? 0;
  }

  record(client: string, number: number): void {
    this.#numbers.delete(client);
    this.#numbers.set(client, number);
    const [oldest] = this.#numbers.keys();
    if (oldest !== undefined && this.#numbers.size > CLIENTS_MAX) this.#numbers.delete(oldest);
  }
}

/** Returns the first client by these numbers, compared in order, and then by name. */
export function firstBy(due: readonly DueClient[], numbersOf: (one: DueClient) => readonly number[]): string | null {
  const compare = (a: DueClient, b: DueClient): number => {
    const others = numbersOf(b);
    const differences = numbersOf(a).map((number, index) => number - (others[index] ?? 0));
    return differences.find((difference) => difference !== 0) ?? (a.client < b.client ? -1 : 1);
  };
  return due.toSorted(compare)[0]?.client ?? null;
}
