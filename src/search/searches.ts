import type { Queue } from "../jobs/queue.ts";
import type { AssetReader } from "../assets/store.ts";
import type { ServiceDb, Writing } from "../db/service-db.ts";
import type { ApiKey } from "../keys/key.ts";
import { type Clock, CLOCK_SLACK_MS } from "../lib/clock.ts";
import type { NewId } from "../lib/ids.ts";
import { refuseUntil } from "../lib/refusal.ts";
import type { UrlSigner } from "../media/signed-url.ts";
import { recordCacheHit } from "../usage/store.ts";
import type { AddressPolicy } from "../webhooks/address-policy.ts";
import { checkCallbackUrl } from "../webhooks/callback-url.ts";
import { DELIVERY_JOB } from "../webhooks/delivery.ts";
import { type CheckedRequest, checkRequest } from "./check-request.ts";
import { CACHE_LIFETIME_MS, type Execution, NO_CALLBACK } from "./execution.ts";
import { SEARCH_JOB } from "./jobs.ts";
import { searchJobKey } from "./waiting.ts";
import { readSearchRequest } from "./request.ts";
import { acceptedDocument, type ResultDocuments, type TerminalExecution } from "./result-document.ts";
import { searchIdOf, type SearchInputs } from "./search-id.ts";
import { adoptCallback, ExecutionReader, insertExecution } from "./store.ts";
import { type RequestWarning, warnOfUnknownMembers } from "./unknown-members.ts";

/** The result of submitting a search. `document` is the body of the response. */
export type Submitted =
  | { readonly kind: "enqueued" | "joined"; readonly document: object }
  | { readonly kind: "cached"; readonly document: object };

type Resolved =
  | { readonly kind: "cached"; readonly terminal: TerminalExecution }
  | { readonly kind: "enqueued" | "joined" };

export type SubmittedInline = Resolved & { readonly searchId: string };

export interface SearchesDeps {
  readonly db: ServiceDb;
  readonly queue: Queue;
  readonly assets: AssetReader;
  readonly documents: ResultDocuments;
  readonly signer: UrlSigner;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly callbackPolicy: AddressPolicy;
}

/** Accepts searches and returns their results. jobs.ts runs them. */
export class Searches {
  readonly #deps: SearchesDeps;
  readonly #executions: ExecutionReader;

  constructor(deps: SearchesDeps) {
    this.#deps = deps;
    this.#executions = new ExecutionReader(deps.db);
  }

  /** Submits a search. `body` is the parsed JSON. Throws Refused, in the contract's order of checks. */
  submit(key: ApiKey, body: Readonly<Record<string, unknown>>): Submitted {
    const { assets: known, signer, documents, callbackPolicy } = this.#deps;
    const request = readSearchRequest(body);
    const assets = known.findAll(key.id, request.assetIds);
    const checkCallback = (url: string): string | null => checkCallbackUrl(url, callbackPolicy);
    const checked = checkRequest(request, { key, assets, checkCallback });
    const searchId = searchIdOf(key.id, checked);
    const resolved = this.#resolve(key, searchId, checked);
    const document =
      resolved.kind === "cached" ? documents.of(resolved.terminal, key) : acceptedDocument(searchId, checked, signer);
    return { kind: resolved.kind, document: withWarnings(document, warnOfUnknownMembers(body)) };
  }

  /** Like `submit`, without a webhook: the caller waits for the result. Billed and limited in the same way. */
  submitInline(key: ApiKey, inputs: SearchInputs): SubmittedInline {
    const request = {
      ...inputs,
      assetIds: [...new Set(inputs.assetIds)],
      givenAssetIds: inputs.assetIds,
      callbackUrl: undefined,
      hasAttributes: true,
    };
    const assets = this.#deps.assets.findAll(key.id, request.assetIds);
    const checked = checkRequest(request, { key, assets, checkCallback: null });
    const searchId = searchIdOf(key.id, checked);
    return { searchId, ...this.#resolve(key, searchId, checked) };
  }

  /** Returns the result of the latest ended execution of this key's search, or null. */
  find(key: ApiKey, searchId: string): object | null {
    const terminal = this.latest(key, searchId);
    return terminal === null ? null : this.#deps.documents.of(terminal, key);
  }

  /** Returns the latest ended execution of this key's search, or null. */
  latest(key: ApiKey, searchId: string): TerminalExecution | null {
    const execution = this.#executions.latestTerminal(searchId, key.id);
    return execution === null ? null : this.#deps.documents.read(execution);
  }

  /** Returns whether an execution of this key's search is in flight. */
  isProcessing(key: ApiKey, searchId: string): boolean {
    return this.#executions.inFlight(searchId)?.keyId === key.id;
  }

  /** Decides whether a search is cached, joined or new. One transaction, so that two equivalent requests cannot both be new. */
  #resolve(key: ApiKey, searchId: string, checked: CheckedRequest): Resolved {
    const { db, queue, documents, clock, newId } = this.#deps;
    const now = clock.now();
    return db.transaction((tx) => {
      // An execution that completed in the future has the time of a wrong clock, and would be the answer for years.
      const until = now + CLOCK_SLACK_MS;
      const execution = this.#executions.completedBetween(searchId, now - CACHE_LIFETIME_MS, until);
      const terminal = execution === null ? null : documents.read(execution);
      if (terminal !== null) {
        recordCacheHit(tx, { at: now, keyId: key.id, searchId });
        return { kind: "cached", terminal };
      }
      const inFlight = this.#executions.inFlight(searchId);
      const hasCallback = checked.callbackUrl !== NO_CALLBACK;
      if (inFlight !== null) {
        if (hasCallback && adoptCallback(tx, inFlight.id, checked.callbackUrl)) checkRoom(tx, queue, key.id, [WEBHOOK]);
        return { kind: "joined" };
      }
      checkRoom(tx, queue, key.id, hasCallback ? [SEARCH, WEBHOOK] : [SEARCH]);
      const id = newId();
      insertExecution(tx, newExecution(id, searchId, key.id, checked, now));
      const job = { kind: SEARCH_JOB, payload: { execution_id: id }, uniqueKey: searchJobKey(id), client: key.id };
      queue.enqueue(tx, job);
      return { kind: "enqueued" };
    });
  }
}

function withWarnings(document: object, warnings: readonly RequestWarning[]): object {
  return warnings.length === 0 ? document : { ...document, meta: { warnings } };
}

interface NeededRoom {
  readonly job: typeof SEARCH_JOB | typeof DELIVERY_JOB;
  readonly refusal: "searches_waiting" | "webhooks_waiting";
}

const SEARCH: NeededRoom = { job: SEARCH_JOB, refusal: "searches_waiting" };
/** The end of a search cannot be refused, so its webhook needs room when it is submitted. */
const WEBHOOK: NeededRoom = { job: DELIVERY_JOB, refusal: "webhooks_waiting" };

/** Throws Refused, which rolls the transaction back. */
function checkRoom(tx: Writing, queue: Queue, keyId: string, needed: readonly NeededRoom[]): void {
  for (const { job, refusal } of needed) {
    const room = queue.room(tx, job, keyId);
    if (room.kind === "lane full") throw refuseUntil("overloaded", room.retryAfterSeconds);
    if (room.kind === "client full") {
      throw refuseUntil(refusal, room.retryAfterSeconds, { meta: { limit: room.limit } });
    }
  }
}

function newExecution(
  id: string,
  searchId: string,
  keyId: string,
  checked: CheckedRequest,
  now: number,
): Omit<Execution, "answer"> {
  return {
    id,
    searchId,
    keyId,
    status: "processing",
    tier: checked.tier,
    query: checked.query,
    context: checked.context,
    assetIds: JSON.stringify(checked.assetIds),
    callbackUrl: checked.callbackUrl,
    errorCode: null,
    errorDetail: null,
    createdAt: now,
    finishedAt: null,
  };
}
