import type { ServiceDb, Writing } from "../db/service-db.ts";
import type { Work } from "../db/work.ts";
import { messageOf } from "../lib/assert.ts";
import type { Clock } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import type { ClaimedJob } from "./claim-store.ts";
import type { JobOutcome, JobReport } from "./job-kind.ts";
import { type ClaimOfKind, ClaimLost, failJob, parsePayload, recordOutcome, requireClaim } from "./record-outcome.ts";
import { isSuspect } from "./rescuer.ts";
import { requeueJob } from "./store.ts";

export interface RunningJob extends ClaimedJob, ClaimOfKind {
  readonly signal: AbortSignal;
  /** Whether the runner stops. */
  isStopping(): boolean;
  readonly startedAt: number;
  /** Becomes false when the runner gives up the job. After that nothing may be written for it. */
  isOurs(): boolean;
}

interface RunDeps {
  readonly db: ServiceDb;
  readonly clock: Clock;
  readonly log: Log;
}

type Ended = JobReport["ended"];

/** Runs one claimed job and records its outcome. Never rejects. */
export async function runJob(deps: RunDeps, job: RunningJob): Promise<Ended> {
  const kind = job.kindOf;
  const now = (): number => deps.clock.now();
  const payload = parsePayload(kind, job.payload);
  if (!payload.ok) {
    deps.log.error({ ...fieldsOf(job), reason: payload.reason }, "a job has a payload that cannot be read");
    const failure = { reason: payload.reason, cause: "attempts", now: now() } as const;
    return await write(deps, job, (tx) => failJob(tx, kind, job, payload, failure));
  }
  const outcome = await outcomeOf(deps, job, payload.value);
  if (outcome === "aborted") return await putBack(deps, job);
  return await write(
    deps,
    job,
    (tx) => recordOutcome(tx, job, payload.value, outcome, now()),
    // If the feature cannot record its part, the outcome is not recorded either: the job is retried.
    outcome.record && ((tx, reason) => recordOutcome(tx, job, payload.value, { kind: "retry", reason }, now())),
  );
}

/** Returns a job to the queue because it did not end before the runner stopped. The attempt does not count. */
export async function putBack(deps: RunDeps, job: RunningJob): Promise<Ended> {
  return await write(deps, job, function* (tx) {
    const now = deps.clock.now();
    requireClaim(yield* requeueJob(tx, job, { runAt: now, now, isAttempt: false }));
    return "put_back";
  });
}

async function outcomeOf(deps: RunDeps, job: RunningJob, payload: unknown): Promise<JobOutcome | "aborted"> {
  const { id: jobId, signal, attempt, startedAt: now } = job;
  const isAlone = isSuspect(job, job.kindOf);
  const isStopping = (): boolean => job.isStopping();
  try {
    const outcome = await job.kindOf.run(payload, { jobId, signal, attempt, now, isAlone, isStopping });
    return outcome.kind === "retry alone" && isStopping() ? "aborted" : outcome;
  } catch (error) {
    if (signal.aborted || isStopping()) return "aborted";
    deps.log.error({ ...fieldsOf(job), err: error }, "a job threw");
    return { kind: "retry", reason: messageOf(error) };
  }
}

/** Runs `work` in a transaction, and `instead` if it fails. If both fail, the job is rescued when its lease expires. */
async function write(
  deps: RunDeps,
  job: RunningJob,
  work: (tx: Writing) => Work<Ended>,
  instead?: (tx: Writing, reason: string) => Work<Ended>,
): Promise<Ended> {
  if (!job.isOurs()) return "lost";
  try {
    return await deps.db.write(work);
  } catch (error) {
    if (error instanceof ClaimLost) return "lost";
    deps.log.error({ ...fieldsOf(job), err: error }, "the end of a job could not be written");
    if (instead === undefined) return "unwritten";
    return await write(deps, job, (tx) => instead(tx, `The outcome could not be recorded: ${messageOf(error)}`));
  }
}

function fieldsOf(job: RunningJob): object {
  return { jobId: job.id, kind: job.kind, attempt: job.attempt };
}
