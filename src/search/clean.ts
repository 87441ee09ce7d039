import type { ServiceDb } from "../db/service-db.ts";
import type { Duty } from "../jobs/scheduler.ts";
import { type Clock, DAY_MS, HOUR_MS } from "../lib/clock.ts";
import { removeSuperseded } from "./store.ts";

/** A result that a newer execution of its search replaced is kept so long, for its delivery's retries and replay. */
const SUPERSEDED_KEPT_MS = 30 * DAY_MS;
const BATCH = 200;

/** The standing duty that removes results which a newer execution replaced, in short transactions. */
export function executionCleaningDuty(db: ServiceDb, clock: Clock): Duty {
  return {
    name: "clean executions",
    everyMs: HOUR_MS,
    run(signal) {
      let removed = BATCH;
      while (removed === BATCH && !signal.aborted) {
        removed = db.transaction((tx) => removeSuperseded(tx, clock.now() - SUPERSEDED_KEPT_MS, BATCH));
      }
    },
  };
}
