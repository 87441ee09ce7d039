import type { ServiceDb } from "../db/service-db.ts";
import type { Duty } from "../jobs/scheduler.ts";
import type { Timer } from "../lib/timer.ts";
import { type Clock, MINUTE_MS } from "../lib/clock.ts";
import { deleteUploadRecords } from "./quota-store.ts";
import { type AssetReader, expireAssets, hasOutdated, repairProcessedAt } from "./store.ts";

const BATCH = 200;

/**
 * The duty that deletes expired analyses, and records of uploads that no longer count towards a quota. Readers treat an
 * analysis as expired even before this duty has run.
 */
export function expiryDuty(options: {
  readonly db: ServiceDb;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly assets: AssetReader;
}): Duty {
  const { db, clock, timer, assets } = options;
  return {
    name: "expire analyses",
    everyMs: MINUTE_MS,
    async run(signal) {
      let expired = hasOutdated(db, assets.expiredBefore()) ? BATCH : 0;
      while (expired === BATCH && !signal.aborted) {
        expired = db.transaction((tx) => expireAssets(tx, assets.expiredBefore(), BATCH));
        await new Promise<void>((resume) => void timer.after(0, resume));
      }
      db.transaction((tx) => {
        repairProcessedAt(tx, clock.now(), BATCH);
        deleteUploadRecords(tx, clock.now());
      });
    },
  };
}
