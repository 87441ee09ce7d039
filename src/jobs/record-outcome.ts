import { Value } from "@sinclair/typebox/value";
import type { Writing } from "../db/service-db.ts";
import type { Work } from "../db/work.ts";
import { unreachable } from "../lib/assert.ts";
import type { Exhaustion, JobKind, JobOutcome, JobReport } from "./job-kind.ts";
import { type Claim, finishJob, requeueJob } from "./store.ts";

/** Thrown to roll back: the job was cancelled, or rescued by another runner, while it ran. */
export class ClaimLost extends Error {}

/** Counts after an attempt that ended normally: the job does not end the process. */
const NO_ENDS = { rescues: 0, crashes: 0 } as const;
/** Counts of a job that shall run alone although the process did not end. */
const SUSPECT = { rescues: 1, crashes: 0 } as const;

export interface ClaimOfKind extends Claim {
  readonly kindOf: JobKind<unknown>;
}

export type ParsedPayload =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reason: string };

/** Parses the payload of a job, and checks it against the schema of its kind. */
export function parsePayload(kind: JobKind<unknown>, json: string): ParsedPayload {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return { ok: false, reason: "The payload is not JSON." };
  }
  const mistake = Value.Errors(kind.payload, value).First();
  if (mistake === undefined) return { ok: true, value };
  return { ok: false, reason: `The payload is not one of ${kind.name}: ${mistake.path || "/"}: ${mistake.message}.` };
}

/**
 * Writes the outcome of an attempt and the feature's own records in one transaction. If the claim was lost, throws ClaimLost
 * and writes nothing.
 */
export function* recordOutcome(
  tx: Writing,
  job: ClaimOfKind,
  payload: unknown,
  outcome: JobOutcome,
  now: number,
): Work<JobReport["ended"]> {
  const ended = yield* writeOutcome(tx, job, payload, outcome, now);
  if (outcome.record !== undefined) yield* outcome.record(tx);
  return ended;
}

/** Fails a claimed job and calls `onExhausted` of its kind, unless the payload is invalid. Throws ClaimLost. */
export function* failJob(
  tx: Writing,
  kind: JobKind<unknown>,
  claim: Claim,
  payload: ParsedPayload,
  failure: { readonly reason: string; readonly cause: Exhaustion; readonly now: number },
): Work<"failed"> {
  const { reason, cause, now } = failure;
  requireClaim(yield* finishJob(tx, claim, { state: "failed", reason, now }));
  if (payload.ok && kind.onExhausted !== undefined) yield* kind.onExhausted(tx, payload.value, reason, cause);
  return "failed";
}

/** @param isClaimed whether the write changed the claimed row */
export function requireClaim(isClaimed: boolean): void {
  if (!isClaimed) throw new ClaimLost();
}

function* writeOutcome(
  tx: Writing,
  job: ClaimOfKind,
  payload: unknown,
  outcome: JobOutcome,
  now: number,
): Work<JobReport["ended"]> {
  const kind = job.kindOf;
  switch (outcome.kind) {
    case "done":
      requireClaim(yield* finishJob(tx, job, { state: "done", reason: null, now }));
      return "done";
    case "cancel":
      requireClaim(yield* finishJob(tx, job, { state: "cancelled", reason: outcome.reason, now }));
      return "cancelled";
    case "snooze":
      requireClaim(yield* requeueJob(tx, job, { runAt: now + outcome.afterMs, now, isAttempt: false, ends: NO_ENDS }));
      return "snoozed";
    case "retry alone": {
      const { reason, payload: next } = outcome;
      const how = { runAt: now + outcome.afterMs, now, isAttempt: false, reason, payload: JSON.stringify(next) };
      requireClaim(yield* requeueJob(tx, job, { ...how, ends: SUSPECT }));
      return "retried";
    }
    case "retry": {
      const delayMs = job.attempt >= kind.attemptsMax ? null : (outcome.afterMs ?? kind.retryDelayMs(job.attempt));
      const { reason } = outcome;
      if (delayMs === null) {
        return yield* failJob(tx, kind, job, { ok: true, value: payload }, { reason, cause: "attempts", now });
      }
      requireClaim(yield* requeueJob(tx, job, { runAt: now + delayMs, now, isAttempt: true, reason, ends: NO_ENDS }));
      return "retried";
    }
    default:
      return unreachable(outcome);
  }
}
