import type { Reading } from "../db/service-db.ts";
import type { Steps } from "../lib/steps.ts";
import type { DeliveryAttempt } from "./delivery.ts";
import { attemptsOf, type DeliveryFilter, type DeliveryListed, findDelivery, listDeliveries } from "./store.ts";

/** Returns the search of an execution and the key of that search. Null if it was deleted. */
export type ExecutionOf = (executionId: string) => { readonly searchId: string; readonly keyId: string } | null;

/** A delivery with its search and the key of that search. */
export interface DeliveryDetail extends DeliveryListed {
  readonly searchId: string | null;
  readonly keyId: string | null;
}

/** Returns deliveries, the newest first. */
export function* listDetailed(
  reading: Reading,
  executionOf: ExecutionOf,
  filter: DeliveryFilter,
): Steps<readonly DeliveryDetail[]> {
  const listed = yield* listDeliveries(reading, filter);
  return listed.map((delivery) => withSearch(executionOf, delivery));
}

/** Returns a delivery with all its attempts, the oldest first. Null for an unknown id. */
export function showDelivery(
  reading: Reading,
  executionOf: ExecutionOf,
  id: string,
): { readonly delivery: DeliveryDetail; readonly attempts: readonly DeliveryAttempt[] } | null {
  const found = findDelivery(reading, id);
  if (found === null) return null;
  const attempts = attemptsOf(reading, id);
  const last = attempts.at(-1);
  const listed = { ...found, lastOutcome: last?.outcome ?? null, lastDetail: last?.detail ?? null };
  return { delivery: withSearch(executionOf, listed), attempts };
}

function withSearch(executionOf: ExecutionOf, delivery: DeliveryListed): DeliveryDetail {
  const execution = executionOf(delivery.executionId);
  return { ...delivery, searchId: execution?.searchId ?? null, keyId: execution?.keyId ?? null };
}
