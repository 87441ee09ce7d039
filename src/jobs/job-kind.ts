import type { TSchema } from "@sinclair/typebox";
import type { Writing } from "../db/service-db.ts";

/** What whoever adds a job has to know of it: its name, its lane, and the shape of its payload. */
export interface JobType<Payload> {
  readonly name: string;
  /** Jobs of one lane share that lane's places. */
  readonly lane: string;
  /** Payloads are JSON and are checked against this each time a job is claimed. */
  readonly payload: TSchema & { readonly static: Payload };
}

/** A job type with the work behind it, as a runner takes it. `run` must be safe to run twice. */
export interface JobKind<Payload> extends JobType<Payload> {
  /** After so many tries a job that wants another one is failed. Snoozes, put-backs and rescues are no tries. */
  readonly attemptsMax: number;
  /**
   * For kinds whose payload may be what ends the process: after so many ends that point at the job alone it is failed.
   * Where absent, ends of the process never fail a job; see rescuer.ts.
   */
  readonly crashesMax?: number;
  /** Does the work. Whatever it throws is a retry; once `context.signal` is aborted, it is a put-back instead. */
  run(payload: Payload, context: JobContext): Promise<JobOutcome>;
  /** The wait after try number `attempt` (from 1) where the outcome names none; null: no more tries. */
  retryDelayMs(attempt: number): number | null;
  /** Runs in the transaction that fails the job, so that a feature settles its own row with it. */
  onExhausted?(tx: Writing, payload: Payload, reason: string, cause: Exhaustion): void;
}

/** Why a job is failed: it has had all its tries, or it ended the process too often. */
export type Exhaustion = "tries" | "crashes";

export interface JobContext {
  readonly jobId: number;
  /** Aborted when the job is cancelled, or when the server stops and cannot wait any longer. */
  readonly signal: AbortSignal;
  /** 1 for the first try. */
  readonly attempt: number;
  /** When this try began, milliseconds since the epoch. */
  readonly now: number;
}

/**
 * How a try ended. `settle` runs in the transaction that writes this outcome: both happen or neither, and
 * not at all when the job was cancelled, or rescued by another runner, meanwhile.
 */
export type JobOutcome = (
  | { readonly kind: "done" }
  | { readonly kind: "retry"; readonly reason: string; readonly afterMs?: number }
  | { readonly kind: "snooze"; readonly afterMs: number }
  | { readonly kind: "cancel"; readonly reason: string }
) & { readonly settle?: (tx: Writing) => void };

/** What became of one try, for metrics and logs. `lost`: cancelled or rescued meanwhile, so nothing was written. */
export interface JobReport {
  readonly jobId: number;
  readonly kind: string;
  readonly lane: string;
  readonly attempt: number;
  readonly ended: "done" | "retried" | "snoozed" | "cancelled" | "failed" | "put_back" | "lost" | "unwritten";
  readonly durationMs: number;
}
