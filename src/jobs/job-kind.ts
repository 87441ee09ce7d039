import type { TSchema } from "@sinclair/typebox";
import type { Writing } from "../db/service-db.ts";
import type { Work } from "../db/work.ts";

/** What a caller needs in order to add a job. */
export interface JobType<Payload> {
  readonly name: string;
  /** Jobs of one lane share its worker slots. */
  readonly lane: string;
  /** The schema of the JSON payload, checked each time the job is claimed. */
  readonly payload: TSchema & { readonly static: Payload };
}

/** A job type with its implementation. `run` must be safe to run twice. */
export interface JobKind<Payload> extends JobType<Payload> {
  /** After this many attempts, another retry fails the job. Snoozes, put-backs and rescues do not count as attempts. */
  readonly attemptsMax: number;
  /**
   * For kinds whose payload can end the process: after this many ends of the process that only the job can have caused,
   * it is failed. If absent, ends of the process never fail a job; see rescuer.ts.
   */
  readonly crashesMax?: number;
  /** Does the work. An error leads to a retry, or to a put-back if the job was aborted or the server stops. */
  run(payload: Payload, context: JobContext): Promise<JobOutcome>;
  /** Returns the wait after attempt number `attempt` (from 1) if the outcome has none. Null ends the attempts. */
  retryDelayMs(attempt: number): number | null;
  /** Runs in the transaction that fails the job, so that the feature can update its own row in it. */
  onExhausted?(tx: Writing, payload: Payload, reason: string, cause: Exhaustion): Work<void>;
  /** Runs in the transaction in which an administrator cancels the job, so that the feature can end its own row. */
  onCancelled?(tx: Writing, payload: Payload, reason: string): Work<void>;
  /**
   * Runs in the transaction in which an administrator runs an ended job again, so that the feature can open its own row again.
   * Returns false if that is impossible. Without it, a job can run again if it has no `onExhausted`.
   */
  reopen?(tx: Writing, payload: Payload): Work<boolean>;
}

/** Why a job is failed: it has used all attempts, or it ended the process too often. */
export type Exhaustion = "attempts" | "crashes";

export interface JobContext {
  readonly jobId: number;
  /** Aborted when the job is cancelled, or when the server stops and its limit for running jobs has passed. */
  readonly signal: AbortSignal;
  /** Whether it runs as a suspect: no other job of a kind with `crashesMax` runs at the same time. See Claims. */
  readonly isAlone: boolean;
  /**
   * Whether the server stops, from the beginning of the stop. The death of a child process says nothing then: a service manager
   * or a terminal can have ended it, too. An error that is thrown while it is true puts the job back.
   */
  readonly isStopping: () => boolean;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** Start of this attempt, milliseconds since the epoch. */
  readonly now: number;
}

/**
 * How an attempt ended. The work of `record` runs in the transaction that writes the outcome, so both are committed or neither.
 * Neither is if the job was cancelled, or rescued by another runner, in the meantime.
 */
export type JobOutcome = (
  | { readonly kind: "done" }
  | { readonly kind: "retry"; readonly reason: string; readonly afterMs?: number }
  | { readonly kind: "snooze"; readonly afterMs: number }
  /** For kinds with `crashesMax`: the next attempt is that of a suspect, with this payload. The attempt does not count. */
  | { readonly kind: "retry alone"; readonly reason: string; readonly afterMs: number; readonly payload: unknown }
  | { readonly kind: "cancel"; readonly reason: string }
) & { readonly record?: (tx: Writing) => Work<void> };

/** The end of one attempt. `lost`: the job was cancelled or rescued in the meantime, so nothing was written. */
export interface JobReport {
  readonly jobId: number;
  readonly kind: string;
  readonly lane: string;
  readonly attempt: number;
  readonly ended: "done" | "retried" | "snoozed" | "cancelled" | "failed" | "put_back" | "lost" | "unwritten";
  readonly durationMs: number;
}
