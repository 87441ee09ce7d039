import type { ServiceDb } from "../db/service-db.ts";
import { removeInBatches } from "../jobs/remove-in-batches.ts";
import type { Duty } from "../jobs/scheduler.ts";
import { type Clock, HOUR_MS } from "../lib/clock.ts";
import type { Timer } from "../lib/timer.ts";
import { deleteForgottenAttempts } from "./sign-in-attempts-store.ts";
import { deleteExpiredSessions } from "./store.ts";

const BATCH = 500;

/** The duty that deletes expired sessions, and attempts to sign in that are forgotten. They are not valid even before it has run. */
export function sessionExpiryDuty(options: {
  readonly db: ServiceDb;
  readonly clock: Clock;
  readonly timer: Timer;
}): Duty {
  const { db, clock, timer } = options;
  return {
    name: "delete expired sessions",
    everyMs: HOUR_MS,
    runsOn: "one node",
    deletesByAge: true,
    async run(signal) {
      await deleteForgottenAttempts(db);
      const now = clock.now();
      const remove = (limit: number): Promise<number> => db.write((tx) => deleteExpiredSessions(tx, now, limit));
      return { removed: await removeInBatches(remove, { limit: BATCH, timer, signal }) };
    },
  };
}
