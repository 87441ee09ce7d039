import type { ServiceDb, Writing } from "../db/service-db.ts";
import type { Work } from "../db/work.ts";
import { messageOf } from "../lib/assert.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import { type ClaimedJob, dueSuspect } from "./claim-store.ts";
import type { Exhaustion, JobKind } from "./job-kind.ts";
import { ClaimLost, failJob, parsePayload, requireClaim } from "./record-outcome.ts";
import { type Claim, clearSuspects, expiredLeases, holdBackSuspects, type Requeue, requeueJob } from "./store.ts";

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
/**
 * After a crash that is attributed to the job, all jobs of kinds with `crashesMax` wait this long. If the process ends in this time,
 * none of them is the cause.
 */
const AFTER_CRASH_MS = MINUTE_MS;

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
 * becomes a suspect and runs alone (see Claims). If the process ends during such a run, this is a crash of the job, which
 * runs again before all other suspects. The last crash fails it. If the process ends while no suspect runs, something else
 * is the cause, and all suspects are cleared; a stop is such an end, too. An attempt that ran alone and could not be recorded,
 * because the disk was full, looks like a crash.
 * On PostgreSQL the leases of other nodes are here, too. The end of one says nothing about the jobs of another, so suspects are never
 * cleared, and a crash lets no other job wait.
 * Each job has its own transaction, so that a failing hook of a feature affects only its own job.
 */
export async function rescueJobs(deps: RescueDeps, expiredAt: number | null, now: number): Promise<number> {
  const { db, kinds, log } = deps;
  let rescued = 0;
  const leased = await db.read(expiredLeases(db, expiredAt, BATCH));
  const suspectRan = leased.some((job) => isSuspect(job, kinds.get(job.kind)));
  if (expiredAt === null && !suspectRan)
    await clearAll(deps, now).catch((error: unknown) => {
      log.error({ error: messageOf(error) }, "could not clear the jobs that waited for a run alone");
    });
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

async function clearAll({ db, kinds }: RescueDeps, now: number): Promise<void> {
  const names = crashKinds(kinds);
  const waiting = await db.read(dueSuspect(db, names, Number.MAX_SAFE_INTEGER));
  if (waiting !== null) await db.write((tx) => clearSuspects(tx, names, now));
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
  if (kind?.crashesMax !== undefined && ends.crashes >= kind.crashesMax)
    return yield* fail(tx, kind, job, ENDED, "crashes", now);
  const isOneProcess = tx.engine === "sqlite";
  const runAt = now + (ends.crashes > 0 && !isOneProcess ? 0 : delayMs(ends, kind));
  // This job is due before all others.
  if (ends.crashes > 0 && isOneProcess) yield* holdBackSuspects(tx, crashKinds(kinds), runAt + 1, now);
  yield* requeue(tx, job, { runAt, now, isAttempt: false, reason: ENDED, ends });
}

type Ends = Pick<ClaimedJob, "rescues" | "crashes">;

/** The end of the process while a job ran alone is a crash of the job. */
function endsOf(job: Ends, kind: JobKind<unknown> | undefined): Ends {
  return { rescues: job.rescues + 1, crashes: job.crashes + (isSuspect(job, kind) ? 1 : 0) };
}

/** Whether a claimed job runs alone as a suspect. Those are rescued jobs, and those that asked to run alone. */
export function isSuspect({ rescues }: Ends, kind: JobKind<unknown> | undefined): boolean {
  return kind?.crashesMax !== undefined && rescues > 0;
}

function delayMs({ rescues, crashes }: Ends, kind: JobKind<unknown> | undefined): number {
  if (kind?.crashesMax !== undefined) return crashes > 0 ? AFTER_CRASH_MS : 0;
  return rescues === 1 ? 0 : Math.min(DELAY_MAX_MS, DELAY_FIRST_MS * DELAY_FACTOR ** (rescues - 2));
}

function crashKinds(kinds: ReadonlyMap<string, JobKind<unknown>>): readonly string[] {
  return [...kinds.values()].filter((kind) => kind.crashesMax !== undefined).map((kind) => kind.name);
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
