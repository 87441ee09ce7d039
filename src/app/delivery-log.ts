import type { Reading } from "../db/service-db.ts";
import { Queue } from "../jobs/queue.ts";
import { findExecution } from "../search/store.ts";
import * as log from "../webhooks/delivery-log.ts";
import { type Replay, replayDelivery } from "../webhooks/replay.ts";
import type { DeliveryFilter } from "../webhooks/store.ts";
import type { Core } from "./core.ts";
import { runSteps } from "../lib/steps.ts";

/** Returns deliveries, the newest first. */
export function listDetailed(reading: Reading, filter: DeliveryFilter): readonly log.DeliveryDetail[] {
  return runSteps(log.listDetailed(reading, executionsIn(reading), filter));
}

/** Returns a delivery with all its attempts, the oldest first. Null for an unknown id. */
export function showDelivery(reading: Reading, id: string): ReturnType<typeof log.showDelivery> {
  return log.showDelivery(reading, executionsIn(reading), id);
}

/** Queues a delivery again. A running server finds it within a second. */
export async function replayNow({ db, clock }: Core, id: string): Promise<Replay> {
  return await db.write((tx) => replayDelivery(tx, new Queue(clock), id));
}

function executionsIn(reading: Reading): log.ExecutionOf {
  return (executionId) => findExecution(reading, executionId);
}
