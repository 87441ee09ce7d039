import type { ServiceDb } from "../db/service-db.ts";
import type { Queue } from "../jobs/queue.ts";
import { jobKeyOf } from "./delivery.ts";
import { unattemptedDeliveries } from "./store.ts";

/** Maximum number of deliveries to hasten, oldest first. Any others are attempted within a minute anyway. */
const HASTENED_MAX = 10_000;
/** Deliveries per transaction. Other writers can run between two transactions. */
const BATCH = 500;

/**
 * Makes all deliveries without an attempt due now. Call it when the server starts: the backlog was lost with the
 * previous process, and a wrong clock may have scheduled deliveries far in the future.
 */
export async function hastenUnattempted(db: ServiceDb, queue: Queue): Promise<void> {
  const ids = await db.read(unattemptedDeliveries(db, HASTENED_MAX));
  for (let at = 0; at < ids.length; at += BATCH) {
    const keys = ids.slice(at, at + BATCH).map(jobKeyOf);
    await db.write((tx) => queue.hastenAll(tx, keys));
  }
}
