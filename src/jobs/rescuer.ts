import type { ServiceDb } from "../db/service-db.ts";
import { messageOf } from "../lib/assert.ts";
import type { Log } from "../lib/log.ts";
import type { JobKind } from "./job-kind.ts";
import { ClaimLost, failJob, readPayload } from "./settle.ts";
import { type ClaimedJob, type Held, leasedUntil, returnJob } from "./store.ts";

/** More than the worker slots of all lanes together, so that a start rescues everything at once. */
const BATCH = 1_000;
const RESCUED = "The process that ran this try ended before the try did.";

/**
 * Makes jobs whose runner is gone ready again, due now; one that was on its last try is failed, so that a job
 * that kills its process cannot do so for ever. `until`: leases that ran out before then; null: all of them,
 * for a start under the data folder's lock, when every lease belongs to a dead process.
 *
 * Each job has a transaction of its own, so that a feature's failing hook holds up its own job only.
 */
export function rescueJobs(
  options: {
    readonly db: ServiceDb;
    readonly kinds: ReadonlyMap<string, JobKind<unknown>>;
    readonly log: Log;
  },
  until: number | null,
  now: number,
): number {
  const { db, kinds, log } = options;
  let rescued = 0;
  for (const job of leasedUntil(db, until, BATCH)) {
    try {
      db.transaction((tx) => {
        const kind = kinds.get(job.kind);
        if (kind !== undefined && job.attempt >= kind.attemptsMax) {
          failJob(tx, kind, job, readPayload(kind, job.payload), RESCUED, now);
        } else if (!returnJob(tx, job, { runAt: now, isTry: true, reason: RESCUED })) {
          throw new ClaimLost();
        }
      });
      rescued += 1;
      log.warn(fieldsOf(job), "rescued a job");
    } catch (error) {
      if (error instanceof ClaimLost) continue;
      log.error({ ...fieldsOf(job), error: messageOf(error) }, "could not rescue a job; it is tried again");
    }
  }
  return rescued;
}

function fieldsOf(job: ClaimedJob & Held): object {
  return { job: job.id, kind: job.kind, attempt: job.attempt };
}
