import type { JobKind } from "../jobs/job-kind.ts";
import { messageBuilder, type MessageDeps } from "./build-message.ts";
import { deliver, type DeliverDeps } from "./deliver.ts";
import { DELIVERY_JOB } from "./delivery.ts";
import { ATTEMPTS_MAX, retryDelayMs } from "./retry-schedule.ts";
import { findDelivery, finishDelivery, reopenDelivery } from "./store.ts";

export type DeliveryJobDeps = Omit<DeliverDeps, "build"> & MessageDeps;

/** Sends one webhook, attempt after attempt, until it is delivered or failed. */
export function deliveryJob(deps: DeliveryJobDeps): JobKind<(typeof DELIVERY_JOB)["payload"]["static"]> {
  const deliverDeps = { ...deps, build: messageBuilder(deps) };
  return {
    ...DELIVERY_JOB,
    attemptsMax: ATTEMPTS_MAX,
    run: (payload, context) => deliver(deliverDeps, payload.delivery_id, context),
    retryDelayMs: (attempt) => retryDelayMs(attempt, deps.random),
    onExhausted: (tx, payload) => finishDelivery(tx, payload.delivery_id, "failed", deps.clock.now()),
    onCancelled: (tx, payload) => finishDelivery(tx, payload.delivery_id, "failed", deps.clock.now()),
    reopen: function* (tx, payload) {
      if ((yield* findDelivery(tx, payload.delivery_id)) === null) return false;
      yield* reopenDelivery(tx, payload.delivery_id);
      return true;
    },
  };
}
