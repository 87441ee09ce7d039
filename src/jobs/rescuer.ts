import type { ServiceDb, Writing } from "../db/service-db.ts";
import { messageOf } from "../lib/assert.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import type { ClaimedJob } from "./claim-store.ts";
import type { JobKind } from "./job-kind.ts";
import { ClaimLost, failJob, readPayload } from "./settle.ts";
import { clearCrashes, type Held, leasesOver, returnJob } from "./store.ts";

/** More than the worker slots of all lanes together, so that a start rescues everything at once. */
const BATCH = 1_000;
const ENDED = "The process that ran this try ended before the try did.";
const UNWRITTEN = "The end of this try could not be written.";

/**
 * A rescued job is due at once the first time, because most ends of a process have nothing to do with its jobs. Each
 * further time it waits four times as long, so that one that does end the process leaves a server that can be used.
 */
const DELAY_FIRST_MS = SECOND_MS;
const DELAY_FACTOR = 4;
const DELAY_MAX_MS = HOUR_MS;
/** After a crash that is charged to it, a job waits so long at least: time for an end that it has nothing to do with. */
const AFTER_CRASH_MS = MINUTE_MS;
/** A job of a kind with `crashesMax` is failed after so many ends in all, whether or not they are charged to it. */
const RESCUES_MAX = 10;

type Leased = ClaimedJob & Held;

export interface Rescuing {
  readonly db: ServiceDb;
  readonly kinds: ReadonlyMap<string, JobKind<unknown>>;
  readonly log: Log;
  /** Who rescues. */
  readonly owner: string;
}

/**
 * Makes jobs whose runner is gone ready again. The try gives its count back: it did not end, and the reason is rarely
 * the job. A job of a kind with `crashesMax` is a suspect from then on and runs alone (see Claims). An end of the process
 * during such a run is charged to it as a crash; an end that comes while it waits for its next run shows that something
 * else ends the process, and clears it. The last crash fails it. `over`: leases that are over then; null: all of them, for
 * a start under the data folder's lock, when every lease belongs to a dead process.
 *
 * Each job has a transaction of its own, so that a feature's failing hook holds up its own job only.
 */
export function rescueJobs(rescuing: Rescuing, over: number | null, now: number): number {
  const { db, log } = rescuing;
  let rescued = 0;
  const leased = leasesOver(db, over, BATCH);
  if (over === null && leased.length > 0) db.transaction((tx) => clearCrashes(tx));
  for (const job of leased) {
    try {
      db.transaction((tx) => rescue(tx, rescuing, job, now));
      rescued += 1;
      log.warn(fieldsOf(job), "rescued a job");
    } catch (error) {
      if (error instanceof ClaimLost) continue;
      log.error({ ...fieldsOf(job), error: messageOf(error) }, "could not rescue a job; it is tried again");
    }
  }
  return rescued;
}

function rescue(tx: Writing, { kinds, owner }: Rescuing, job: Leased, now: number): void {
  const kind = kinds.get(job.kind);
  // This process lives, so what is over is a try whose end could not be written. It had an effect, so it counts.
  if (job.owner === owner) {
    if (kind !== undefined && job.attempt >= kind.attemptsMax) return fail(tx, kind, job, UNWRITTEN, "tries", now);
    return giveBack(tx, job, { runAt: now, now, isTry: true, reason: UNWRITTEN });
  }
  const ends = endsOf(job, kind);
  if (kind !== undefined && isGivenUp(ends, kind)) return fail(tx, kind, job, ENDED, "crashes", now);
  giveBack(tx, job, { runAt: now + delayMs(ends), now, isTry: false, reason: ENDED, ends });
}

type Ends = Pick<ClaimedJob, "rescues" | "crashes">;

/** A job that had been rescued before ran alone, so this end is its own. */
function endsOf({ rescues, crashes }: Ends, kind: JobKind<unknown> | undefined): Ends {
  const isAlone = kind?.crashesMax !== undefined && rescues > 0;
  return { rescues: rescues + 1, crashes: crashes + (isAlone ? 1 : 0) };
}

function isGivenUp({ rescues, crashes }: Ends, { crashesMax }: JobKind<unknown>): boolean {
  return crashesMax !== undefined && (crashes >= crashesMax || rescues >= RESCUES_MAX);
}

function delayMs({ rescues, crashes }: Ends): number {
  const delay = rescues === 1 ? 0 : Math.min(DELAY_MAX_MS, DELAY_FIRST_MS * DELAY_FACTOR ** (rescues - 2));
  return crashes > 0 ? Math.max(AFTER_CRASH_MS, delay) : delay;
}

function giveBack(tx: Writing, job: Leased, back: Parameters<typeof returnJob>[2]): void {
  if (!returnJob(tx, job, back)) throw new ClaimLost();
}

function fail(
  tx: Writing,
  kind: JobKind<unknown>,
  job: Leased,
  reason: string,
  cause: "tries" | "crashes",
  now: number,
): void {
  failJob(tx, kind, job, readPayload(kind, job.payload), { reason, cause, now });
}

function fieldsOf(job: Leased): object {
  return { job: job.id, kind: job.kind, attempt: job.attempt, rescues: job.rescues, crashes: job.crashes };
}
