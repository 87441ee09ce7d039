import type { Writing } from "../db/service-db.ts";
import type { Work } from "../db/work.ts";
import type { JobKind } from "./job-kind.ts";
import { findJob } from "./list-store.ts";
import type { Queue } from "./queue.ts";
import { parsePayload } from "./record-outcome.ts";

const CANCELLED = "An administrator cancelled it.";

/**
 * `hastened`: it was waiting and starts now. `queued`: it had ended, and a new job does the same. `running`, `queued_before`: it, or
 * another job for the same, is under way. `final`: what it was for has ended with it. `unknown_kind`: this program has no such jobs.
 */
export type RetriedJob =
  | { readonly kind: "hastened" | "running" | "final" | "unknown" | "unknown_kind" | "queued_before" }
  | { readonly kind: "queued"; readonly id: number };

/** Runs a job again now. */
export function* retryJob(tx: Writing, queue: Queue, kinds: readonly JobKind<unknown>[], id: number): Work<RetriedJob> {
  const job = yield* findJob(tx, id);
  if (job === null) return { kind: "unknown" };
  if (job.state === "running") return { kind: "running" };
  if (job.state === "ready") return { kind: (yield* queue.hastenById(tx, job)) ? "hastened" : "running" };
  const kind = kinds.find(({ name }) => name === job.kind);
  const payload = kind === undefined ? null : parsePayload(kind, job.payload);
  if (kind === undefined || payload?.ok !== true) return { kind: "unknown_kind" };
  if (job.uniqueKey !== null && (yield* queue.find(tx, job.uniqueKey)) !== null) return { kind: "queued_before" };
  const isOpen = kind.reopen === undefined ? kind.onExhausted === undefined : yield* kind.reopen(tx, payload.value);
  if (!isOpen) return { kind: "final" };
  const { uniqueKey, client, workMs } = job;
  const again = { kind, payload: payload.value, client, workMs, ...(uniqueKey === null ? {} : { uniqueKey }) };
  return { kind: "queued", id: yield* queue.enqueue(tx, again) };
}

/** Ends a waiting or running job, and what it was for. Returns false if it has ended, null if there is none. */
export function* cancelJob(
  tx: Writing,
  queue: Queue,
  kinds: readonly JobKind<unknown>[],
  id: number,
): Work<boolean | null> {
  const job = yield* findJob(tx, id);
  if (job === null) return null;
  if (!(yield* queue.cancel(tx, id, CANCELLED))) return false;
  const kind = kinds.find(({ name }) => name === job.kind);
  const payload = kind === undefined ? null : parsePayload(kind, job.payload);
  if (payload?.ok === true && kind?.onCancelled !== undefined) yield* kind.onCancelled(tx, payload.value, CANCELLED);
  return true;
}
