import type { JobKind } from "../jobs/job-kind.ts";
import { deliver, type DeliverParts } from "./deliver.ts";
import { DELIVERY_JOB } from "./delivery.ts";
import { messageMaker, type MessageParts } from "./make-message.ts";
import { retryDelayMs, TRIES_MAX } from "./retry-schedule.ts";
import { finishDelivery } from "./store.ts";

export type DeliveryJobParts = Omit<DeliverParts, "make"> & MessageParts;

/** The delivery of one webhook, try after try, until it is delivered or failed. */
export function deliveryJob(parts: DeliveryJobParts): JobKind<(typeof DELIVERY_JOB)["payload"]["static"]> {
  const delivering = { ...parts, make: messageMaker(parts) };
  return {
    ...DELIVERY_JOB,
    attemptsMax: TRIES_MAX,
    run: (payload, context) => deliver(delivering, payload.delivery_id, context),
    retryDelayMs: (attempt) => retryDelayMs(attempt, parts.random),
    onExhausted: (tx, payload) => finishDelivery(tx, payload.delivery_id, "failed", parts.clock.now()),
  };
}
