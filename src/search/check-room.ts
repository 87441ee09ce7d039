import type { Writing } from "../db/service-db.ts";
import type { Work } from "../db/work.ts";
import type { Queue } from "../jobs/queue.ts";
import { refuseUntil } from "../lib/refusal.ts";
import { DELIVERY_JOB } from "../webhooks/delivery.ts";
import { SEARCH_JOB } from "./jobs.ts";

interface NeededRoom {
  readonly job: typeof SEARCH_JOB | typeof DELIVERY_JOB;
  readonly refusal: "searches_waiting" | "webhooks_waiting";
}

export const SEARCH: NeededRoom = { job: SEARCH_JOB, refusal: "searches_waiting" };
/** The end of a search cannot be refused, so its webhook needs room when it is submitted. */
export const WEBHOOK: NeededRoom = { job: DELIVERY_JOB, refusal: "webhooks_waiting" };

/** Throws Refused, which rolls the transaction back. */
export function* checkRoom(tx: Writing, queue: Queue, keyId: string, needed: readonly NeededRoom[]): Work<void> {
  for (const { job, refusal } of needed) {
    const room = yield* queue.room(tx, job, keyId);
    if (room.kind === "lane full") throw refuseUntil("overloaded", room.retryAfterSeconds);
    if (room.kind === "client full") {
      throw refuseUntil(refusal, room.retryAfterSeconds, { meta: { limit: room.limit } });
    }
  }
}
