import type { Log } from "../lib/log.ts";
import type { CheckedRequest } from "./check-request.ts";
import type { EndedSearch } from "./record-ending.ts";

/** A search that was accepted, as it is logged. */
export interface SubmittedSearch {
  readonly requestId: string;
  readonly keyId: string;
  readonly searchId: string;
  readonly outcome: "enqueued" | "joined" | "cached";
  /** Null for an answer from the cache. */
  readonly executionId: string | null;
  /** Null unless the search is new. */
  readonly jobId: number | null;
  readonly checked: Pick<CheckedRequest, "query" | "context" | "assetIds" | "tier">;
}

/** Logs accepted searches. Briefs are confidential, so their texts are logged only if `withBriefs`. */
export function logSubmitted(log: Log, withBriefs: boolean): (submitted: SubmittedSearch) => void {
  return ({ checked, ...submitted }) => {
    const { query, context, tier, assetIds } = checked;
    const brief = withBriefs ? { query, context } : {};
    log.info({ ...submitted, tier, assetIds, ...brief }, "search submitted");
  };
}

/** Logs how a search ended, with the id of the request that started it. */
export function logEnded(log: Log, { execution, jobId, status, code, durationMs }: EndedSearch): void {
  const { id: executionId, searchId, keyId, requestId, tier } = execution;
  const fields = { requestId, keyId, searchId, executionId, jobId, tier, ms: durationMs };
  if (status === "completed") log.info(fields, "search completed");
  else log.warn({ ...fields, code }, "search failed");
}
