import type { Reading } from "../db/service-db.ts";
import type { Work } from "../db/work.ts";
import type { DeliveryAttempt } from "./delivery.ts";
import { attemptsOf, type DeliveryListed, findDelivery } from "./store.ts";

/** Returns a delivery with all its attempts, the oldest first. Null for an unknown id. */
export function* showDelivery(
  reading: Reading,
  id: string,
): Work<{ readonly delivery: DeliveryListed; readonly attempts: readonly DeliveryAttempt[] } | null> {
  const found = yield* findDelivery(reading, id);
  if (found === null) return null;
  const attempts = yield* attemptsOf(reading, id);
  const last = attempts.at(-1);
  const delivery = { ...found, lastOutcome: last?.outcome ?? null, lastDetail: last?.detail ?? null };
  return { delivery, attempts };
}
