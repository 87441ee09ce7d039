import type { Refinement } from "../../schema/wire/refinement.ts";
import type { Queue } from "../jobs/queue.ts";
import type { AssetReader } from "../assets/store.ts";
import { type AuditEvent, byKey } from "../audit/audit-event.ts";
import type { AuditTrail } from "../audit/audit-trail.ts";
import { exclusive } from "../db/exclusive.ts";
import type { Reading, ServiceDb, Writing } from "../db/service-db.ts";
import type { Work } from "../db/work.ts";
import type { ApiKey } from "../keys/key.ts";
import { assert } from "../lib/assert.ts";
import { type Clock, CLOCK_SLACK_MS } from "../lib/clock.ts";
import type { NewId } from "../lib/ids.ts";
import type { UrlSigner } from "../media/signed-url.ts";
import { cacheHit, recordCacheHit } from "../usage/store.ts";
import type { AddressPolicy } from "../webhooks/address-policy.ts";
import { checkCallbackUrl } from "../webhooks/callback-url.ts";
import { type CheckedExtensions, checkRequest } from "./check-request.ts";
import { checkRoom, SEARCH, WEBHOOK } from "./check-room.ts";
import { assetIdsOf, CACHE_LIFETIME_MS, type Execution, NO_CALLBACK, turnsOf } from "./execution.ts";
import { SEARCH_JOB } from "./jobs.ts";
import { searchJobKey } from "./waiting.ts";
import { type CheckedSearch, newExecution } from "./new-execution.ts";
import { type FormerSearch, readExtensions } from "./read-extensions.ts";
import { readSound, withSound } from "./read-sound.ts";
import { readSearchRequest, type SearchRequest } from "./request.ts";
import type { JsonBody, ResultBodies } from "./result-bodies.ts";
import { acceptedDocument, type ResultDocuments, type TerminalExecution } from "./result-document.ts";
import type { SubmittedSearch } from "./log-searches.ts";
import { searchIdOf, type SearchInputs } from "./search-id.ts";
import {
  adoptCallback,
  completedBetween,
  executionInFlight,
  findExecution,
  insertExecution,
  latestTerminal,
} from "./store.ts";
import { type RequestWarning, warnOfUnknownMembers } from "./unknown-members.ts";

/** The result of submitting a search. `body` is the body of the response. */
export interface Submitted {
  readonly kind: Resolved["kind"];
  readonly body: JsonBody;
}

type Resolved =
  | { readonly kind: "cached"; readonly execution: Execution }
  | { readonly kind: "enqueued"; readonly executionId: string; readonly jobId: number }
  | { readonly kind: "joined"; readonly executionId: string };

export type SubmittedInline = Resolved & { readonly searchId: string };

/** The latest ended execution of a search, if this version can read it, and whether an execution is in flight. */
export interface SearchState {
  readonly latest: TerminalExecution | null;
  readonly isProcessing: boolean;
}

/** The result document of the latest ended execution of a search, and whether an execution is in flight. */
export interface FoundSearch {
  readonly document: JsonBody | null;
  readonly isProcessing: boolean;
}

export interface SearchesDeps {
  readonly db: ServiceDb;
  readonly queue: Queue;
  readonly assets: AssetReader;
  readonly documents: Pick<ResultDocuments, "read">;
  readonly bodies: ResultBodies;
  readonly signer: UrlSigner;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly callbackPolicy: AddressPolicy;
  readonly audit: AuditTrail;
  /** Returns those of the ids that no song of the live catalog has. */
  readonly unknownSongs: (ids: readonly string[]) => readonly string[];
  /** Called when a search was accepted, for the log. */
  readonly onSubmitted?: (submitted: SubmittedSearch) => void;
}

/** Who calls, and in which HTTP request. */
export interface Caller {
  readonly key: ApiKey;
  readonly requestId: string;
}

/** Accepts searches and returns their results. jobs.ts runs them. */
export class Searches {
  readonly #deps: SearchesDeps;

  constructor(deps: SearchesDeps) {
    this.#deps = deps;
  }

  /**
   * Submits a search. `body` is the parsed JSON. A person who waits for the result needs no callback URL. Throws Refused, in
   * the contract's order of checks.
   */
  async submit(
    caller: Caller,
    body: Readonly<Record<string, unknown>>,
    { needsCallback = true } = {},
  ): Promise<Submitted> {
    const { key } = caller;
    const { db, bodies, signer } = this.#deps;
    const checked = await db.read(this.#check(key, readSearchRequest(body), needsCallback));
    const searchId = searchIdOf(key.id, checked);
    const resolved = await this.#resolve(caller, searchId, checked);
    const answer =
      resolved.kind === "cached"
        ? await bodies.of(resolved.execution, key)
        : JSON.stringify(acceptedDocument(searchId, checked, signer));
    assert(answer !== null, "an execution that answers searches can be read");
    return { kind: resolved.kind, body: withWarnings(answer, warnOfUnknownMembers(body, key)) };
  }

  /** Like `submit`, without a webhook: the caller waits for the result. Billed and limited in the same way. */
  async submitInline(caller: Caller, inputs: SearchInputs): Promise<SubmittedInline> {
    const { key } = caller;
    const request = {
      ...inputs,
      assetIds: [...new Set(inputs.assetIds)],
      givenAssetIds: inputs.assetIds,
      callbackUrl: undefined,
      hasAttributes: true,
      extensions: { refines: null, likes: null, dislikes: null, wishes: null },
      sound: { excerpt: null, tempTrack: null, weights: null },
    };
    const checked = await this.#deps.db.read(this.#check(key, request, false));
    const searchId = searchIdOf(key.id, checked);
    return { searchId, ...(await this.#resolve(caller, searchId, checked)) };
  }

  *#check(key: ApiKey, request: SearchRequest, needsCallback: boolean): Work<CheckedSearch> {
    const { assets: known, callbackPolicy, unknownSongs } = this.#deps;
    const { refinement, refusals: ofExtensions } = yield* readExtensions(request.extensions, {
      former: (id) => this.#former(key, id),
      unknownSongs,
    });
    const earlier = refinement?.earlier ?? [];
    const earlierAssets = earlier.flatMap(({ asset_ids: ids }) => ids);
    const assetIds = [...new Set([...request.assetIds, ...earlierAssets])];
    const assets = yield* known.findAll(key.id, assetIds);
    const hasLikes = [...earlier, ...(refinement === null ? [] : [refinement])].some(({ likes }) => likes.length > 0);
    const { sound, refusals: ofSound } = readSound(request.sound, { assets, hasLikes }, key);
    const refusals = [...ofExtensions, ...ofSound];
    const checkCallback = (url: string): string | null => checkCallbackUrl(url, callbackPolicy);
    const extensions = { refusals, ...intentOf(withSound(refinement, sound)) };
    const accepted = checkRequest({ ...request, assetIds }, { key, assets, checkCallback, needsCallback, extensions });
    return { ...accepted, assetIds: request.assetIds, refinement: withSound(refinement, sound) };
  }

  /** Returns the result document of the latest ended execution of this key's search, and whether one is in flight. */
  async find(key: ApiKey, searchId: string): Promise<FoundSearch> {
    const { db, bodies } = this.#deps;
    const { isProcessing, latest } = await db.read(this.#executionsOf(key, searchId));
    return { isProcessing, document: latest === null ? null : await bodies.of(latest, key) };
  }

  /** Returns the latest ended execution of this key's search, and whether one is in flight. */
  state(key: ApiKey, searchId: string): Promise<SearchState> {
    return this.#deps.db.read(this.#state(key, searchId));
  }

  /** Returns whether an execution of this key's search is in flight. Unlike `state`, it reads no answer. */
  isProcessing(key: ApiKey, searchId: string): Promise<boolean> {
    return this.#deps.db.read(this.#isProcessing(key, searchId));
  }

  /** Returns the assets that an execution in flight of this key's search waits for; null without such an execution. */
  waitingFor(key: ApiKey, searchId: string): Promise<readonly string[] | null> {
    return this.#deps.db.read(this.#waitingFor(key, searchId));
  }

  *#waitingFor(key: ApiKey, searchId: string): Work<readonly string[] | null> {
    const { db, assets } = this.#deps;
    const inFlight = yield* executionInFlight(db, searchId);
    const execution = inFlight?.keyId === key.id ? yield* findExecution(db, inFlight.id) : null;
    if (execution === null) return null;
    const found = yield* assets.findAll(key.id, assetIdsOf(execution));
    return found.filter(({ status }) => status === "pending" || status === "processing").map(({ id }) => id);
  }

  *#state(key: ApiKey, searchId: string): Work<SearchState> {
    const { isProcessing, latest } = yield* this.#executionsOf(key, searchId);
    return { isProcessing, latest: latest === null ? null : this.#deps.documents.read(latest) };
  }

  /** The one in flight is read first, because it can end before the other one is read. */
  *#executionsOf(key: ApiKey, searchId: string): Work<{ isProcessing: boolean; latest: Execution | null }> {
    const isProcessing = yield* this.#isProcessing(key, searchId);
    return { isProcessing, latest: yield* latestTerminal(this.#deps.db, searchId, key.id) };
  }

  *#isProcessing(key: ApiKey, searchId: string): Work<boolean> {
    return (yield* executionInFlight(this.#deps.db, searchId))?.keyId === key.id;
  }

  /** Returns the turns of a completed search of this key, or why it cannot be refined. */
  *#former(key: ApiKey, searchId: string): Work<FormerSearch> {
    const { latest, isProcessing } = yield* this.#state(key, searchId);
    if (latest === null) return { kind: isProcessing ? "processing" : "unavailable" };
    return latest.answer === null ? { kind: "failed" } : { kind: "completed", turns: turnsOf(latest.execution) };
  }

  /** Decides whether a search is cached, joined or new. One transaction, so that two equivalent requests cannot both be new. */
  async #resolve(caller: Caller, searchId: string, checked: CheckedSearch): Promise<Resolved> {
    const { db, onSubmitted } = this.#deps;
    const cached = db.engine === "postgres" ? await this.#resolveCached(caller, searchId, checked) : null;
    const resolved = cached ?? (await db.write((tx) => this.#resolveIn(tx, caller, searchId, checked)));
    const { kind: outcome } = resolved;
    const executionId = resolved.kind === "cached" ? null : resolved.executionId;
    const jobId = resolved.kind === "enqueued" ? resolved.jobId : null;
    const { requestId } = caller;
    onSubmitted?.({ requestId, keyId: caller.key.id, searchId, outcome, executionId, jobId, checked });
    return resolved;
  }

  /** Answers from the cache with one read and one statement: nothing is decided, so nothing needs a lock. For PostgreSQL. */
  async #resolveCached(caller: Caller, searchId: string, checked: CheckedSearch): Promise<Resolved | null> {
    const { db, audit, clock } = this.#deps;
    const { key } = caller;
    const now = clock.now();
    const execution = await db.read(this.#cached(db, key, searchId, now));
    if (execution === null) return null;
    await audit.recordWith(
      cacheHit({ at: now, keyId: key.id, searchId }),
      submitted(caller, searchId, checked, "cached"),
    );
    return { kind: "cached", execution };
  }

  *#resolveIn(tx: Writing, caller: Caller, searchId: string, checked: CheckedSearch): Work<Resolved> {
    const found = yield* this.#findOrStart(tx, caller, searchId, checked);
    yield* this.#deps.audit.recordIn(tx, submitted(caller, searchId, checked, found.kind));
    return found;
  }

  *#findOrStart(tx: Writing, { key, requestId }: Caller, searchId: string, checked: CheckedSearch): Work<Resolved> {
    const { queue, clock, newId } = this.#deps;
    yield* exclusive(tx, `search ${searchId}`);
    const now = clock.now();
    const execution = yield* this.#cached(tx, key, searchId, now);
    if (execution !== null) {
      yield* recordCacheHit(tx, { at: now, keyId: key.id, searchId });
      return { kind: "cached", execution };
    }
    const inFlight = yield* executionInFlight(tx, searchId);
    const hasCallback = checked.callbackUrl !== NO_CALLBACK;
    if (inFlight !== null) {
      const isAdopted = hasCallback && (yield* adoptCallback(tx, inFlight.id, checked.callbackUrl));
      if (isAdopted) yield* checkRoom(tx, queue, key.id, [WEBHOOK]);
      return { kind: "joined", executionId: inFlight.id };
    }
    yield* checkRoom(tx, queue, key.id, hasCallback ? [SEARCH, WEBHOOK] : [SEARCH]);
    const id = newId();
    yield* insertExecution(tx, newExecution(id, { searchId, keyId: key.id, requestId }, checked, now));
    const job = { kind: SEARCH_JOB, payload: { execution_id: id }, uniqueKey: searchJobKey(id), client: key.id };
    return { kind: "enqueued", executionId: id, jobId: yield* queue.enqueue(tx, job) };
  }

  /** Returns the execution that answers a search from the cache, if this version can read it. */
  *#cached(reading: Reading, key: ApiKey, searchId: string, now: number): Work<Execution | null> {
    const { documents, bodies } = this.#deps;
    // An execution that completed in the future has the time of a wrong clock, and would be the answer for years.
    const until = now + CLOCK_SLACK_MS;
    const execution = yield* completedBetween(reading, searchId, now - CACHE_LIFETIME_MS, until);
    const isReadable = execution !== null && (bodies.isKept(execution, key) || documents.read(execution) !== null);
    return isReadable ? execution : null;
  }
}

function submitted(caller: Caller, search: string, { assetIds }: CheckedSearch, outcome: Resolved["kind"]): AuditEvent {
  const objects = { search, assets: [...assetIds] };
  return { ...byKey(caller.key, caller.requestId), action: "search.submitted", objects, outcome };
}

/** A liked song is a wish. A refined search needs any change. */
function intentOf(refinement: Refinement | null): Pick<CheckedExtensions, "hasIntent" | "isRefining"> {
  if (refinement === null) return { hasIntent: false, isRefining: false };
  const { likes, dislikes, wishes, sound } = refinement;
  const isRefining = refinement.refines !== null;
  const isChanged = isRefining && (dislikes.length + wishes.length > 0 || sound !== undefined);
  return { isRefining, hasIntent: likes.length > 0 || isChanged };
}

/** @param body an object, as JSON */
function withWarnings(body: JsonBody, warnings: readonly RequestWarning[]): JsonBody {
  if (warnings.length === 0) return body;
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  return `${text.slice(0, -1)},"meta":${JSON.stringify({ warnings })}}`;
}
