import type { ServiceDb, Writing } from "../db/service-db.ts";
import type { Work } from "../db/work.ts";
import { messageOf } from "../lib/assert.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import type { ClaimedJob } from "./claim-store.ts";
import type { Exhaustion, JobKind } from "./job-kind.ts";
import { ClaimLost, failJob, parsePayload, requireClaim } from "./record-outcome.ts";
import { type Claim, clearCrashes, expiredLeases, type Requeue, requeueJob } from "./store.ts";

/** More than the worker slots of all lanes together, so that a start rescues all jobs in one call. */
const BATCH = 1_000;
const ENDED = "The process ended during this attempt.";
const UNRECORDED = "The outcome of this attempt could not be recorded.";

/**
 * After its first rescue a job is due immediately, because jobs rarely cause the end of a process. Each further rescue
 * waits four times as long, so that the server stays usable even if a job does end the process.
 */
const DELAY_FIRST_MS = SECOND_MS;
const DELAY_FACTOR = 4;
const DELAY_MAX_MS = HOUR_MS;
/** The minimum wait after a crash that is attributed to the job: time for another cause to show itself. */
const AFTER_CRASH_MS = MINUTE_MS;
/**
 * The maximum wait of a job of a kind with `crashesMax`. It is given up after RESCUES_MAX ends of the process, so it needs no
 * longer wait, and what waits for it, such as a search for an asset, has to see the end of all of them.
 */
const SUSPECT_DELAY_MAX_MS = MINUTE_MS;
/** A job of a kind with `crashesMax` is failed after this many ends of the process, attributed to it or not. */
const RESCUES_MAX = 10;

type Leased = ClaimedJob & Claim;

export interface RescueDeps {
  readonly db: ServiceDb;
  readonly kinds: ReadonlyMap<string, JobKind<unknown>>;
  readonly log: Log;
  /** The runner that rescues. */
  readonly owner: string;
}

/**
 * Returns jobs to the queue if their lease has expired at `expiredAt`. Null means all leases, for a start under the
 * data folder's lock, when every lease belongs to a dead process. Returns how many were rescued.
 * The interrupted attempt does not count, because the job is rarely the cause. A job of a kind with `crashesMax`
 * becomes a suspect and runs alone (see Claims). If the process ends during such a run, this is a crash of the job; if
 * it ends while the job waits for the run, something else is the cause, and its crashes are cleared. The last crash
 * fails the job.
 * Each job has its own transaction, so that a failing hook of a feature affects only its own job.
 */
export async function rescueJobs(deps: RescueDeps, expiredAt: number | null, now: number): Promise<number> {
  const { db, log } = deps;
  let rescued = 0;
  const leased = await db.read(expiredLeases(db, expiredAt, BATCH));
  if (expiredAt === null && leased.length > 0) await db.write((tx) => clearCrashes(tx));
  for (const job of leased) {
    try {
      await db.write((tx) => rescue(tx, deps, job, now));
      rescued += 1;
      log.warn(fieldsOf(job), "rescued a job");
    } catch (error) {
      if (error instanceof ClaimLost) continue;
      log.error({ ...fieldsOf(job), error: messageOf(error) }, "could not rescue a job; retrying");
    }
  }
  return rescued;
}

function* rescue(tx: Writing, { kinds, owner }: RescueDeps, job: Leased, now: number): Work<void> {
  const kind = kinds.get(job.kind);
  // Our own expired lease is an attempt whose outcome could not be recorded. It had an effect, so it counts.
  if (job.owner === owner) {
    if (kind === undefined || job.attempt < kind.attemptsMax)
      yield* requeue(tx, job, { runAt: now, now, isAttempt: true, reason: UNRECORDED });
    else yield* fail(tx, kind, job, UNRECORDED, "attempts", now);
    return;
  }
  const ends = endsOf(job, kind);
  if (kind !== undefined && isGivenUp(ends, kind)) yield* fail(tx, kind, job, ENDED, "crashes", now);
  else yield* requeue(tx, job, { runAt: now + delayMs(ends, kind), now, isAttempt: false, reason: ENDED, ends });
}

type Ends = Pick<ClaimedJob, "rescues" | "crashes">;

/** A job that was rescued before ran alone, so it caused this end of the process. */
function endsOf({ rescues, crashes }: Ends, kind: JobKind<unknown> | undefined): Ends {
  const isAlone = kind?.crashesMax !== undefined && rescues > 0;
  return { rescues: rescues + 1, crashes: crashes + (isAlone ? 1 : 0) };
}

function isGivenUp({ rescues, crashes }: Ends, { crashesMax }: JobKind<unknown>): boolean {
  return crashesMax !== undefined && (crashes >= crashesMax || rescues >= RESCUES_MAX);
}

function delayMs({ rescues, crashes }: Ends, kind: JobKind<unknown> | undefined): number {
  const most = kind?.crashesMax === undefined ? DELAY_MAX_MS : SUSPECT_DELAY_MAX_MS;
  const delay = rescues === 1 ? 0 : Math.min(most, DELAY_FIRST_MS * DELAY_FACTOR ** (rescues - 2));
  return crashes > 0 ? Math.max(AFTER_CRASH_MS, delay) : delay;
}

function* requeue(tx: Writing, job: Leased, how: Requeue): Work<void> {
  requireClaim(yield* requeueJob(tx, job, how));
}

function* fail(
  tx: Writing,
  kind: JobKind<unknown>,
  job: Leased,
  reason: string,
  cause: Exhaustion,
  now: number,
): Work<void> {
  yield* failJob(tx, kind, job, parsePayload(kind, job.payload), { reason, cause, now });
}

function fieldsOf(job: Leased): object {
  return { jobId: job.id, kind: job.kind, attempt: job.attempt, rescues: job.rescues, crashes: job.crashes };
}
