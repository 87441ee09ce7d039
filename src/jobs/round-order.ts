import { WORK_WEIGHT } from "../../schema/tables/service/jobs.ts";
import { type DueClient, type FairOrder, firstBy, ServedClients } from "./fair-order.ts";

/**
 * Clients are served in rounds: each client with due jobs once per round, the one with the least expected work first. Waiting
 * counts as in `ORDER_TIME`, so that clients which join the round with less work do not hold up a long job for ever. A client
 * without due jobs loses its turn and joins the current round later.
 */
export class RoundOrder implements FairOrder {
  /** The number of the first round in which each client can be served again. */
  readonly #rounds = new ServedClients();
  #current = 0;

  recordServed(client: string): void {
    this.#current = this.#roundOf(client);
    this.#rounds.record(client, this.#current + 1);
  }

  next(due: readonly DueClient[], running: ReadonlyMap<string, number>): string | null {
    return firstBy(due, (one) => [running.get(one.client) ?? 0, this.#roundOf(one.client), orderTimeOf(one)]);
  }

  #roundOf(client: string): number {
    return Math.max(this.#current, this.#rounds.numberOf(client));
  }
}

/** The same as `ORDER_TIME`, in milliseconds since the epoch. */
export function orderTimeOf({ runAt, workMs }: Pick<DueClient, "runAt" | "workMs">): number {
  return runAt + WORK_WEIGHT * workMs;
}
