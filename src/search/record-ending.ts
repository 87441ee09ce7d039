import { SEARCH_FAILURES, type SearchFailure } from "../../schema/errors.ts";
import type { Answer } from "../../schema/wire/answer.ts";
import type { Writing } from "../db/service-db.ts";
import type { Work } from "../db/work.ts";
import type { Queue } from "../jobs/queue.ts";
import type { Clock } from "../lib/clock.ts";
import { recordExecution } from "../usage/store.ts";
import { createDelivery } from "../webhooks/store.ts";
import { type Execution, NO_CALLBACK } from "./execution.ts";
import { nameAssets } from "./name-assets.ts";
import { announceElsewhere } from "./search-endings.ts";
import { endExecution } from "./store.ts";

export type Ending =
  | { readonly status: "completed"; readonly answer: Answer }
  | {
      readonly status: "failed";
      readonly code: SearchFailure;
      /** The assets at fault. */
      readonly assetIds?: readonly string[];
    };

export interface EndedSearch {
  readonly execution: Pick<Execution, "id" | "searchId" | "keyId" | "requestId" | "tier">;
  /** Null if the job was given up or cancelled. */
  readonly jobId: number | null;
  readonly status: "completed" | "failed";
  /** Null if it is completed. */
  readonly code: SearchFailure | null;
  /** Time since the search was accepted. */
  readonly durationMs: number;
}

export interface EndingDeps {
  readonly queue: Queue;
  readonly clock: Clock;
  /** Called after the end is recorded. */
  readonly onEnded: (ended: EndedSearch) => void;
}

/**
 * Ends an execution: writes result, ledger row and webhook in one transaction, so that a crash leaves either all of them
 * or an execution that runs again. Does nothing if it has already ended.
 */
export function* recordEnding(
  tx: Writing,
  deps: EndingDeps,
  execution: Execution,
  ending: Ending,
  jobId: number | null = null,
): Work<void> {
  const finishedAt = deps.clock.now();
  const end =
    ending.status === "completed"
      ? { status: ending.status, answer: JSON.stringify(ending.answer), finishedAt }
      : { status: ending.status, errorCode: ending.code, errorDetail: detailOf(ending), finishedAt };
  const ended = yield* endExecution(tx, execution.id, end);
  if (ended === null) return;
  yield* recordExecution(tx, {
    at: finishedAt,
    keyId: execution.keyId,
    searchId: execution.searchId,
    executionId: execution.id,
    tier: execution.tier,
    billed: ending.status === "completed",
  });
  if (ended.callbackUrl !== NO_CALLBACK) {
    yield* createDelivery(tx, deps.queue, { executionId: execution.id, url: ended.callbackUrl, now: finishedAt });
  }
  const { status } = ending;
  const code = ending.status === "failed" ? ending.code : null;
  announceElsewhere(tx, execution.searchId);
  tx.onCommit(() => deps.onEnded({ execution, jobId, status, code, durationMs: finishedAt - execution.createdAt }));
}

function detailOf({
  code,
  assetIds = [],
}: {
  readonly code: SearchFailure;
  readonly assetIds?: readonly string[];
}): string {
  const detail = SEARCH_FAILURES[code];
  return assetIds.length === 0 ? detail : `${detail} ${nameAssets(assetIds)}`;
}
