import type { Work } from "../db/work.ts";
import type { FairOrder } from "./fair-order.ts";
import { RoundOrder } from "./round-order.ts";
import { TurnOrder } from "./turn-order.ts";

/** How a lane shares its worker slots. A number is the slots of a lane in the order "turns". */
export type LanePlan = number | Lane;

export interface Lane {
  /**
   * Worker slots. A function gets the number of running jobs before a waiting job is claimed, at least once a second while jobs are due.
   * If it returns fewer slots than before, running jobs are not interrupted.
   */
  readonly slots: number | ((running: number) => number | Work<number>);
  /**
   * The order of clients and of their jobs. "turns": the client served longest ago, and its oldest job. "shortest": each client
   * once per round, and the job with the least expected work, in which waiting counts (`ORDER_TIME`).
   */
  readonly order: "turns" | "shortest";
}

/** A lane with its plan resolved. */
export interface OrderedLane {
  readonly name: string;
  readonly order: Lane["order"];
  readonly clients: FairOrder;
  slots(running: number): Work<number>;
}

export function orderedLane(name: string, plan: LanePlan): OrderedLane {
  const { slots, order }: Lane = typeof plan === "number" ? { slots: plan, order: "turns" } : plan;
  return {
    name,
    order,
    clients: order === "turns" ? new TurnOrder() : new RoundOrder(),
    *slots(running) {
      const now = typeof slots === "number" ? slots : slots(running);
      return typeof now === "number" ? now : yield* now;
    },
  };
}
