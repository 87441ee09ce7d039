import type { ServiceDb } from "../db/service-db.ts";
import type { Duty } from "../jobs/scheduler.ts";
import type { Timer } from "../lib/timer.ts";
import { type Clock, MINUTE_MS } from "../lib/clock.ts";
import { forgetUploads } from "./quota-store.ts";
import { type AssetReader, expireAssets, hasOutdated } from "./store.ts";

const BATCH = 200;

/**
 * The standing duty that forgets analyses which are too old, and uploads that no quota counts. Readers do not wait for
 * it: to them such an analysis is expired already.
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
      db.transaction((tx) => forgetUploads(tx, clock.now()));
    },
  };
}
