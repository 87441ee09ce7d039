import type { Writing } from "../db/service-db.ts";
import type { Queue } from "../jobs/queue.ts";
import { listWaitingFor } from "./store.ts";

/** The unique key of an execution's job, by which it can be woken. */
export function searchJobKey(executionId: string): string {
  return `search:${executionId}`;
}

/** Wakes the searches that wait for an asset whose work has ended, or which was deleted. */
export function wakeWaiting(tx: Writing, queue: Queue, assetId: string): void {
  for (const executionId of listWaitingFor(tx, assetId)) queue.hasten(tx, searchJobKey(executionId));
}
