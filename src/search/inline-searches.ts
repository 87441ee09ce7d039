import type { BriefDocument } from "../../schema/wire/answer.ts";
import { byKey } from "../audit/audit-event.ts";
import type { AuditTrail } from "../audit/audit-trail.ts";
import type { ServiceDb } from "../db/service-db.ts";
import type { ApiKey } from "../keys/key.ts";
import { assert } from "../lib/assert.ts";
import { SECOND_MS } from "../lib/clock.ts";
import { refuse } from "../lib/refusal.ts";
import type { Timer } from "../lib/timer.ts";
import type { Execution } from "./execution.ts";
import type { SearchMetrics } from "./metrics.ts";
import type { RankedSongs, ResultDocuments, TerminalExecution } from "./result-document.ts";
import type { SearchEndings } from "./search-endings.ts";
import type { SearchInputs } from "./search-id.ts";
import type { Caller, Searches, SearchState } from "./searches.ts";

/** Most searches take less than a second. Those that wait for an analysis are read again later. */
const WAIT_MAX_MS = 20 * SECOND_MS;

/** The latest result of a search. */
export type InlineResult = { readonly searchId: string } & (
  | { readonly status: "processing" }
  | {
      readonly status: "failed";
      readonly isUpdating: boolean;
      readonly error: { readonly code: string; readonly detail: string };
    }
  | {
      readonly status: "completed";
      /** Whether a newer execution is in flight. */
      readonly isUpdating: boolean;
      readonly brief: BriefDocument;
      readonly catalogVersion: string;
      readonly ranked: RankedSongs;
    }
);

export interface InlineSearchesDeps {
  readonly db: Pick<ServiceDb, "read">;
  readonly searches: Searches;
  readonly endings: SearchEndings;
  readonly documents: ResultDocuments;
  readonly metrics: SearchMetrics;
  readonly timer: Timer;
  readonly audit: AuditTrail;
  /** Throws Refused (503) if data cannot be written or the catalog cannot be read. */
  readonly requireReady: () => void;
}

/** Searches whose result is returned to the caller instead of sent to a callback. */
export class InlineSearches {
  readonly #deps: InlineSearchesDeps;

  constructor(deps: InlineSearchesDeps) {
    this.#deps = deps;
  }

  /** Submits a search and waits for its end, for at most WAIT_MAX_MS. Throws Refused, like a search by HTTP. */
  async search(caller: Caller, inputs: SearchInputs, signal: AbortSignal): Promise<InlineResult> {
    const { searches, endings, documents, metrics, timer, requireReady } = this.#deps;
    requireReady();
    const { key } = caller;
    const submitted = await searches.submitInline(caller, inputs);
    metrics.submitted(submitted.kind);
    const { searchId } = submitted;
    if (submitted.kind === "cached")
      return await this.#resultOf(readTerminal(documents, submitted.execution), key, false);
    const limit = new AbortController();
    const cancelTimer = timer.after(WAIT_MAX_MS, () => limit.abort());
    const over = AbortSignal.any([signal, limit.signal]);
    try {
      for (;;) {
        // Looked up after the call of `next`, because the search can have ended before it.
        const ended = endings.next(searchId, over);
        if (!(await searches.isProcessing(key, searchId))) break;
        if (over.aborted) return { searchId, status: "processing" };
        await ended;
      }
    } finally {
      cancelTimer();
      limit.abort();
    }
    return await this.#resultIn(await searches.state(key, searchId), key, searchId);
  }

  /** Returns the latest result of this key's search, or that it is processing. Throws Refused (404) for an unknown one. */
  async read({ key, requestId }: Caller, searchId: string): Promise<InlineResult> {
    const result = await this.#resultIn(await this.#deps.searches.state(key, searchId), key, searchId);
    if (result.status !== "processing") {
      const by = byKey(key, requestId);
      this.#deps.audit.noteOpening({ ...by, action: "result.opened", objects: { search: searchId } });
    }
    return result;
  }

  async #resultIn({ latest, isProcessing }: SearchState, key: ApiKey, searchId: string): Promise<InlineResult> {
    if (latest !== null) return await this.#resultOf(latest, key, isProcessing);
    if (isProcessing) return { searchId, status: "processing" };
    throw refuse("not_found");
  }

  async #resultOf({ execution, answer }: TerminalExecution, key: ApiKey, isUpdating: boolean): Promise<InlineResult> {
    const { searchId, errorCode, errorDetail } = execution;
    if (answer === null) {
      return { searchId, status: "failed", isUpdating, error: { code: errorCode ?? "", detail: errorDetail ?? "" } };
    }
    const { db, documents } = this.#deps;
    return {
      searchId,
      status: "completed",
      isUpdating,
      brief: answer.brief,
      catalogVersion: answer.catalog_version,
      ranked: await db.read(documents.songsOf(answer, searchId, key)),
    };
  }
}

function readTerminal(documents: ResultDocuments, execution: Execution): TerminalExecution {
  const terminal = documents.read(execution);
  assert(terminal !== null, "an execution that answers searches can be read");
  return terminal;
}
