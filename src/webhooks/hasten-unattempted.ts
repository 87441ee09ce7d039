import type { ServiceDb } from "../db/service-db.ts";
import type { Queue } from "../jobs/queue.ts";
import { jobKeyOf } from "./delivery.ts";
import { unattemptedDeliveries } from "./store.ts";

/** Deliveries to hasten. Newer ones return without it within a minute. */
const HASTENED_MAX = 10_000;
/** Per transaction, so that other writers can run in between. */
const BATCH = 500;

/**
 * Makes deliveries due that have no attempt yet. Runs at the start, because the backlog is not stored, and because a
 * wrong clock may have scheduled them far in the future.
 */
export function hastenUnattempted(db: ServiceDb, queue: Queue): void {
  const ids = unattemptedDeliveries(db, HASTENED_MAX);
  for (let at = 0; at < ids.length; at += BATCH) {
    db.transaction((tx) => {
      for (const id of ids.slice(at, at + BATCH)) queue.hasten(tx, jobKeyOf(id));
    });
  }
}
