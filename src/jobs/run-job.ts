import type { ServiceDb, Writing } from "../db/service-db.ts";
import { messageOf } from "../lib/assert.ts";
import type { Clock } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import type { JobKind, JobOutcome, JobReport } from "./job-kind.ts";
import { ClaimLost, failJob, readPayload, settleJob } from "./settle.ts";
import type { ClaimedJob } from "./claim-store.ts";
import { type Held, returnJob } from "./store.ts";

export interface RunningJob extends ClaimedJob, Held {
  readonly kindOf: JobKind<unknown>;
  readonly signal: AbortSignal;
  readonly startedAt: number;
  /** False once the runner has given the job away, after which nothing may be written for it. */
  isOurs(): boolean;
}

interface Surroundings {
  readonly db: ServiceDb;
  readonly clock: Clock;
  readonly log: Log;
}

type Ended = JobReport["ended"];

/** Runs one claimed job and writes what became of it. Never rejects. */
export async function runJob(around: Surroundings, job: RunningJob): Promise<Ended> {
  const kind = job.kindOf;
  const now = (): number => around.clock.now();
  const payload = readPayload(kind, job.payload);
  if (!payload.ok) {
    around.log.error({ ...fieldsOf(job), reason: payload.reason }, "a job has a payload that cannot be read");
    const failure = { reason: payload.reason, cause: "tries", now: now() } as const;
    return write(around, job, (tx) => failJob(tx, kind, job, payload, failure));
  }
  const outcome = await outcomeOf(around, job, payload.value);
  if (outcome === "aborted") return putBack(around, job);
  return write(
    around,
    job,
    (tx) => settleJob(tx, kind, job, payload.value, outcome, now()),
    // The feature could not settle what the outcome claims, so the outcome must not stand either.
    outcome.settle && ((tx, reason) => settleJob(tx, kind, job, payload.value, { kind: "retry", reason }, now())),
  );
}

/** Makes a job that was not let end ready again; this try does not count. */
export function putBack(around: Surroundings, job: RunningJob): Ended {
  return write(around, job, (tx) => {
    const now = around.clock.now();
    if (!returnJob(tx, job, { runAt: now, now, isTry: false })) throw new ClaimLost();
    return "put_back";
  });
}

async function outcomeOf(around: Surroundings, job: RunningJob, payload: unknown): Promise<JobOutcome | "aborted"> {
  const context = { jobId: job.id, signal: job.signal, attempt: job.attempt, now: job.startedAt };
  try {
    return await job.kindOf.run(payload, context);
  } catch (error) {
    if (job.signal.aborted) return "aborted";
    around.log.error({ ...fieldsOf(job), err: error }, "a job threw");
    return { kind: "retry", reason: messageOf(error) };
  }
}

/** A job whose end cannot be written keeps its lease until that runs out, and is rescued then. */
function write(
  around: Surroundings,
  job: RunningJob,
  work: (tx: Writing) => Ended,
  instead?: (tx: Writing, reason: string) => Ended,
): Ended {
  if (!job.isOurs()) return "lost";
  try {
    return around.db.transaction(work);
  } catch (error) {
    if (error instanceof ClaimLost) return "lost";
    around.log.error({ ...fieldsOf(job), err: error }, "the end of a job could not be written");
    if (instead === undefined) return "unwritten";
    return write(around, job, (tx) => instead(tx, `Settling failed: ${messageOf(error)}`));
  }
}

function fieldsOf(job: RunningJob): object {
  return { job: job.id, kind: job.kind, attempt: job.attempt };
}
