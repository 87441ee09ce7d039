import { SERVER } from "../audit/audit-event.ts";
import type { AuditTrail } from "../audit/audit-trail.ts";
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
  readonly audit: AuditTrail;
  readonly assets: AssetReader;
}): Duty {
  const { db, clock, timer, audit, assets } = options;
  return {
    name: "expire analyses",
    everyMs: MINUTE_MS,
    async run(signal) {
      let expired = hasOutdated(db, assets.expiredBefore()) ? BATCH : 0;
      let removed = 0;
      while (expired === BATCH && !signal.aborted) {
        expired = db.transaction((tx) => {
          const outdated = expireAssets(tx, assets.expiredBefore(), BATCH);
          const events = outdated.map(({ id, keyId }) => ({ asset: id, key: keyId }));
          audit.recordIn(
            tx,
            ...events.map((objects) => ({ actor: SERVER, action: "asset.expired", objects }) as const),
          );
          return outdated.length;
        });
        removed += expired;
        await new Promise<void>((resume) => void timer.after(0, resume));
      }
      db.transaction((tx) => {
        repairProcessedAt(tx, clock.now(), BATCH);
        deleteUploadRecords(tx, clock.now());
      });
      return { removed };
    },
  };
}
