import type { Writing } from "../db/service-db.ts";
import type { Work } from "../db/work.ts";
import type { Queue } from "../jobs/queue.ts";
import { jobKeyOf } from "./delivery.ts";
import { enqueueDelivery, findDelivery, reopenDelivery } from "./store.ts";

/**
 * `sent_again`: it had ended and is sent now, with the complete schedule. `hastened`: it was waiting for its next
 * attempt, which starts now. `under_way`: an attempt is in flight, so nothing was changed.
 */
export type Replay = "sent_again" | "hastened" | "under_way" | "unknown";

/** Sends a delivery again now, with the same `webhook-id`. A running server notices a command's change within a second. */
export function* replayDelivery(tx: Writing, queue: Queue, deliveryId: string): Work<Replay> {
  const delivery = yield* findDelivery(tx, deliveryId);
  if (delivery === null) return "unknown";
  const uniqueKey = jobKeyOf(deliveryId);
  if (delivery.status === "pending") {
    if (yield* queue.hasten(tx, uniqueKey)) return "hastened";
    if ((yield* queue.find(tx, uniqueKey)) !== null) return "under_way";
  }
  yield* reopenDelivery(tx, deliveryId);
  yield* enqueueDelivery(tx, queue, delivery);
  return "sent_again";
}
