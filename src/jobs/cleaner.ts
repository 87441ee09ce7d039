import type { ServiceDb } from "../db/service-db.ts";
import { type Clock, DAY_MS, MINUTE_MS } from "../lib/clock.ts";
import { removeInBatches } from "./remove-in-batches.ts";
import type { Duty } from "./scheduler.ts";
import { deleteFinished } from "./store.ts";
import type { Timer } from "../lib/timer.ts";

/** How long an ended job is stored. Failed ones longer, because an operator may have to find out why. */
const STORED_MS = { done: DAY_MS, cancelled: DAY_MS, failed: 7 * DAY_MS } as const;
const BATCH = 500;
const EVERY_MS = 10 * MINUTE_MS;
const FIRST_AFTER_MS = MINUTE_MS;

/** The recurring duty that deletes ended jobs, in short transactions so that other writers can run in between. */
export function cleaningDuty(options: {
  readonly db: ServiceDb;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly storedMs?: { readonly done: number; readonly cancelled: number; readonly failed: number };
}): Duty {
  const { db, clock, timer, storedMs = STORED_MS } = options;
  return {
    name: "clean jobs",
    everyMs: EVERY_MS,
    runsOn: "one node",
    firstAfterMs: FIRST_AFTER_MS,
    deletesByAge: true,
    async run(signal) {
      const now = clock.now();
      let removed = 0;
      for (const state of ["done", "cancelled", "failed"] as const) {
        const outdated = { before: now - storedMs[state], after: now + DAY_MS };
        const remove = (limit: number): Promise<number> => db.write((tx) => deleteFinished(tx, state, outdated, limit));
        removed += await removeInBatches(remove, { limit: BATCH, timer, signal });
      }
      return { removed };
    },
  };
}
