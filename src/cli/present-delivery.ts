import type { DeliveryAttempt } from "../webhooks/delivery.ts";
import type { DeliveryListed } from "../webhooks/store.ts";
import { isoTime } from "./print.ts";

export function deliveryDocument(delivery: DeliveryListed): object {
  return {
    id: delivery.id,
    status: delivery.status,
    url: delivery.url,
    search: delivery.searchId,
    key: delivery.keyId,
    attempts: delivery.attempts,
    created_at: isoTime(delivery.createdAt),
    finished_at: isoTime(delivery.finishedAt),
    last_outcome: delivery.lastOutcome,
    last_detail: delivery.lastDetail,
  };
}

export function attemptDocument(attempt: DeliveryAttempt): object {
  return {
    number: attempt.number,
    at: isoTime(attempt.at),
    duration_ms: attempt.durationMs,
    outcome: attempt.outcome,
    status_code: attempt.statusCode,
    detail: attempt.detail,
  };
}

export function deliveryMissing(id: string): Error {
  return new Error(`There is no delivery ${JSON.stringify(id)}; \`needledrop deliveries list\` shows all deliveries.`);
}
