import type { Reading } from "../db/service-db.ts";
import { Queue } from "../jobs/queue.ts";
import { ExecutionReader } from "../search/store.ts";
import type { DeliveryAttempt, DeliveryStatus } from "../webhooks/delivery.ts";
import { type Replay, replayDelivery } from "../webhooks/replay.ts";
import { attemptsOf, type DeliveryListed, findDelivery, listDeliveries } from "../webhooks/store.ts";
import type { Core } from "./core.ts";

/** A delivery with its search and the key of that search. */
export interface DeliveryDetail extends DeliveryListed {
  readonly searchId: string | null;
  readonly keyId: string | null;
}

/** Returns deliveries, the newest first. */
export function listDetailed(
  reading: Reading,
  filter: { readonly status?: DeliveryStatus; readonly limit: number },
): readonly DeliveryDetail[] {
  const executions = new ExecutionReader(reading);
  return listDeliveries(reading, filter).map((delivery) => withSearch(executions, delivery));
}

/** Returns a delivery with all its attempts, the oldest first. Null for an unknown id. */
export function showDelivery(
  reading: Reading,
  id: string,
): { readonly delivery: DeliveryDetail; readonly attempts: readonly DeliveryAttempt[] } | null {
  const found = findDelivery(reading, id);
  if (found === null) return null;
  const attempts = attemptsOf(reading, id);
  const last = attempts.at(-1);
  const listed = { ...found, lastOutcome: last?.outcome ?? null, lastDetail: last?.detail ?? null };
  return { delivery: withSearch(new ExecutionReader(reading), listed), attempts };
}

/** Queues a delivery again. A running server finds it within a second. */
export function replayNow({ db, clock }: Core, id: string): Replay {
  return db.transaction((tx) => replayDelivery(tx, new Queue(clock), id));
}

function withSearch(executions: ExecutionReader, delivery: DeliveryListed): DeliveryDetail {
  const execution = executions.find(delivery.executionId);
  return { ...delivery, searchId: execution?.searchId ?? null, keyId: execution?.keyId ?? null };
}
