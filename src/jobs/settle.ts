import { Value } from "@sinclair/typebox/value";
import type { Writing } from "../db/service-db.ts";
import { unreachable } from "../lib/assert.ts";
import type { JobKind, JobOutcome, JobReport } from "./job-kind.ts";
import { finishJob, type Held, returnJob } from "./store.ts";

/** Thrown to roll back: the job was cancelled, or rescued by another runner, while it ran. */
export class ClaimLost extends Error {}

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
  reason: string,
  now: number,
): "failed" {
  mustHold(finishJob(tx, held, { state: "failed", reason, now }));
  if (payload.ok) kind.onExhausted?.(tx, payload.value, reason);
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
      mustHold(returnJob(tx, job, { runAt: now + outcome.afterMs, isTry: false }));
      return "snoozed";
    case "retry": {
      const delayMs = job.attempt >= kind.attemptsMax ? null : (outcome.afterMs ?? kind.retryDelayMs(job.attempt));
      if (delayMs === null) return failJob(tx, kind, job, { ok: true, value: payload }, outcome.reason, now);
      mustHold(returnJob(tx, job, { runAt: now + delayMs, isTry: true, reason: outcome.reason }));
      return "retried";
    }
    default:
      return unreachable(outcome);
  }
}

function mustHold(isHeld: boolean): void {
  if (!isHeld) throw new ClaimLost();
}
