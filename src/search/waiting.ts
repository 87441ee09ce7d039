import type { Writing } from "../db/service-db.ts";
import type { Work } from "../db/work.ts";
import type { Queue } from "../jobs/queue.ts";
import { listWaitingFor } from "./store.ts";

/** Returns the unique key of an execution's job, to wake it. */
export function searchJobKey(executionId: string): string {
  return `search:${executionId}`;
}

/** Wakes the searches that wait for an asset that was analysed or deleted. Returns whether one waits. */
export function* wakeWaitingSearches(tx: Writing, queue: Queue, assetId: string): Work<boolean> {
  const waiting = yield* listWaitingFor(tx, assetId);
  return yield* queue.hastenAll(tx, waiting.map(searchJobKey));
}
