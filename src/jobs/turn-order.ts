import { type DueClient, type FairOrder, firstBy, ServedClients } from "./fair-order.ts";

/** Ties go to the client served longest ago, then to the one with the oldest due job. */
export class TurnOrder implements FairOrder {
  /** The sequence number of each client's latest job. */
  readonly #served = new ServedClients();
  #sequence = 0;

  recordServed(client: string): void {
    this.#served.record(client, ++this.#sequence);
  }

  next(due: readonly DueClient[], running: ReadonlyMap<string, number>): string | null {
    return firstBy(due, ({ client, runAt }) => [running.get(client) ?? 0, this.#served.numberOf(client), runAt]);
  }
}
