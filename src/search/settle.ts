import { SEARCH_FAILURES, type SearchFailure } from "../../schema/errors.ts";
import type { Answer } from "../../schema/wire/answer.ts";
import type { Writing } from "../db/service-db.ts";
import type { Queue } from "../jobs/queue.ts";
import type { Clock } from "../lib/clock.ts";
import { recordExecution } from "../usage/store.ts";
import { createDelivery } from "../webhooks/store.ts";
import type { Execution } from "./execution.ts";
import { endExecution } from "./store.ts";

export type Ending =
  | { readonly status: "completed"; readonly answer: Answer }
  | { readonly status: "failed"; readonly code: SearchFailure };

export interface Settling {
  readonly queue: Queue;
  readonly clock: Clock;
  /** For metrics: how a search ended, and how long it took from its acceptance. */
  readonly onEnded: (status: "completed" | "failed", durationMs: number) => void;
}

/**
 * Ends an execution: result, ledger row and webhook come into being in one transaction, so a crash leaves
 * either all of them or an execution that runs again. Does nothing when it had already ended.
 */
export function settle(tx: Writing, settling: Settling, execution: Execution, ending: Ending): void {
  const finishedAt = settling.clock.now();
  const end =
    ending.status === "completed"
      ? { status: ending.status, answer: JSON.stringify(ending.answer), finishedAt }
      : { status: ending.status, errorCode: ending.code, errorDetail: SEARCH_FAILURES[ending.code], finishedAt };
  if (!endExecution(tx, execution.id, end)) return;
  recordExecution(tx, {
    at: finishedAt,
    keyId: execution.keyId,
    searchId: execution.searchId,
    executionId: execution.id,
    tier: execution.tier,
    billed: ending.status === "completed",
  });
  createDelivery(tx, settling.queue, { executionId: execution.id, url: execution.callbackUrl, now: finishedAt });
  tx.onCommit(() => settling.onEnded(ending.status, finishedAt - execution.createdAt));
}
