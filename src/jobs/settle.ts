import { Value } from "@sinclair/typebox/value";
import type { Writing } from "../db/service-db.ts";
import { unreachable } from "../lib/assert.ts";
import type { Exhaustion, JobKind, JobOutcome, JobReport } from "./job-kind.ts";
import { finishJob, type Held, returnJob } from "./store.ts";

/** Thrown to roll back: the job was cancelled, or rescued by another runner, while it ran. */
export class ClaimLost extends Error {}

/** A try that ended by itself shows that the job does not end the process. */
const NO_ENDS = { rescues: 0, crashes: 0 } as const;

export type Payload = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly reason: string };

/** Reads a job's payload as its kind wants it. */
export function readPayload(kind: JobKind<unknown>, json: string): Payload {
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

/** Writes how a try ended, together with what the feature settles. Throws ClaimLost; nothing is written then. */
export function settleJob(
  tx: Writing,
  kind: JobKind<unknown>,
  job: Held,
  payload: unknown,
  outcome: JobOutcome,
  now: number,
): JobReport["ended"] {
  const ended = writeOutcome(tx, kind, job, payload, outcome, now);
  outcome.settle?.(tx);
  return ended;
}

/** Fails a held job and lets its kind settle its own row. `payload` is left out where it could not be read. */
export function failJob(
  tx: Writing,
  kind: JobKind<unknown>,
  held: Held,
  payload: Payload,
  failure: { readonly reason: string; readonly cause: Exhaustion; readonly now: number },
): "failed" {
  const { reason, cause, now } = failure;
  mustHold(finishJob(tx, held, { state: "failed", reason, now }));
  if (payload.ok) kind.onExhausted?.(tx, payload.value, reason, cause);
  return "failed";
}

function writeOutcome(
  tx: Writing,
  kind: JobKind<unknown>,
  job: Held,
  payload: unknown,
  outcome: JobOutcome,
  now: number,
): JobReport["ended"] {
  switch (outcome.kind) {
    case "done":
      mustHold(finishJob(tx, job, { state: "done", reason: null, now }));
      return "done";
    case "cancel":
      mustHold(finishJob(tx, job, { state: "cancelled", reason: outcome.reason, now }));
      return "cancelled";
    case "snooze":
      mustHold(returnJob(tx, job, { runAt: now + outcome.afterMs, now, isTry: false, ends: NO_ENDS }));
      return "snoozed";
    case "retry": {
      const delayMs = job.attempt >= kind.attemptsMax ? null : (outcome.afterMs ?? kind.retryDelayMs(job.attempt));
      const { reason } = outcome;
      if (delayMs === null) {
        return failJob(tx, kind, job, { ok: true, value: payload }, { reason, cause: "tries", now });
      }
      mustHold(returnJob(tx, job, { runAt: now + delayMs, now, isTry: true, reason, ends: NO_ENDS }));
      return "retried";
    }
    default:
      return unreachable(outcome);
  }
}

function mustHold(isHeld: boolean): void {
  if (!isHeld) throw new ClaimLost();
}
