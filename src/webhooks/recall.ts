import type { ServiceDb } from "../db/service-db.ts";
import type { Queue } from "../jobs/queue.ts";
import { jobKeyOf } from "./delivery.ts";
import { untriedDeliveries } from "./store.ts";

/** Of more than these, the younger ones come back by themselves within a minute. */
const RECALLED_MAX = 10_000;
/** In one transaction, so that other writers find room between them. */
const BATCH = 500;

/**
 * Makes the deliveries due now that were never tried. For the start: the line of those that waited for a place is not
 * kept, and a clock that was wrong may have put them off for long.
 */
export function recallUntried(db: ServiceDb, queue: Queue): void {
  const ids = untriedDeliveries(db, RECALLED_MAX);
  for (let at = 0; at < ids.length; at += BATCH) {
    db.transaction((tx) => {
      for (const id of ids.slice(at, at + BATCH)) queue.hasten(tx, jobKeyOf(id));
    });
  }
}
