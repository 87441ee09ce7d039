import { SERVER } from "../audit/audit-event.ts";
import type { AuditTrail } from "../audit/audit-trail.ts";
import type { ServiceDb } from "../db/service-db.ts";
import { removeInBatches } from "../jobs/remove-in-batches.ts";
import type { Duty } from "../jobs/scheduler.ts";
import type { Timer } from "../lib/timer.ts";
import { type Clock, EARLIEST_TIME, MINUTE_MS } from "../lib/clock.ts";
import { deleteUploadRecords } from "./quota-store.ts";
import { type AssetReader, expireAssets, hasOutdated, repairProcessedAt, restoreProcessedAt } from "./store.ts";

const BATCH = 200;

/**
 * The duty that deletes expired analyses, and records of uploads that no longer count towards a quota. Readers treat an
 * analysis as expired even before this duty has run. Does nothing while the clock was never set.
 */
export function expiryDuty(options: {
  readonly db: ServiceDb;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly audit: AuditTrail;
  readonly assets: AssetReader;
}): Duty {
  const { db, clock, timer, audit, assets } = options;
  return {
    name: "expire analyses",
    everyMs: MINUTE_MS,
    runsOn: "one node",
    deletesByAge: true,
    async run(signal) {
      const now = clock.now();
      if (now < EARLIEST_TIME) return { removed: 0 };
      const expiredBefore = assets.expiredBefore();
      const expire = (limit: number): Promise<number> =>
        db.write(function* (tx) {
          const outdated = yield* expireAssets(tx, expiredBefore, limit);
          const events = outdated.map(({ id, keyId }) => ({ asset: id, key: keyId }));
          yield* audit.recordIn(
            tx,
            ...events.map((objects) => ({ actor: SERVER, action: "asset.expired", objects }) as const),
          );
          return outdated.length;
        });
      const batches = { limit: BATCH, timer, signal };
      const restore = (limit: number): Promise<number> =>
        db.write((tx) => restoreProcessedAt(tx, { expiredBefore, now }, limit));
      const isOutdated = await db.read(hasOutdated(db, expiredBefore));
      if (isOutdated) await removeInBatches(restore, batches);
      const expired = isOutdated ? await removeInBatches(expire, batches) : 0;
      await db.write((tx) => repairProcessedAt(tx, now, BATCH));
      const forget = (limit: number): Promise<number> => db.write((tx) => deleteUploadRecords(tx, now, limit));
      return { removed: expired + (await removeInBatches(forget, batches)) };
    },
  };
}
