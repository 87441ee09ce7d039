import type { AssetReader } from "../assets/store.ts";
import { catalogCheck } from "../catalog/catalog-check.ts";
import type { LiveCatalog } from "../catalog/live-catalog.ts";
import type { SongPresenting } from "../catalog/present-song.ts";
import type { MeasureLikeness } from "../embedding/song-likeness.ts";
import type { Work } from "../db/work.ts";
import type { Feature, FeatureDeps } from "../feature/feature.ts";
import { storageRefused } from "../http/storage-refused.ts";
import { nextTurn } from "../lib/next-turn.ts";
import { Slices } from "../lib/slices.ts";
import { RateLimiter, type RateLimits } from "../keys/rate-limiter.ts";
import { SharedRateLimiter } from "../keys/shared-rate-limiter.ts";
import { addressPolicy } from "../webhooks/address-policy.ts";
import { executionCleaningDuty } from "./clean.ts";
import { DeliveryBodies } from "./delivery-bodies.ts";
import type { Execution } from "./execution.ts";
import { InlineSearches } from "./inline-searches.ts";
import { searchJob } from "./jobs.ts";
import { logEnded, logSubmitted } from "./log-searches.ts";
import { SearchMetrics } from "./metrics.ts";
import { searchOpenApi } from "./openapi.ts";
import { openOwnVocabulary } from "./own-vocabulary.ts";
import { ResultDocuments } from "./result-document.ts";
import { ResultBodies } from "./result-bodies.ts";
import { searchRoutes } from "./routes.ts";
import { SearchEvents } from "./search-events.ts";
import { SearchEndings } from "./search-endings.ts";
import { Searches } from "./searches.ts";
import { findExecution } from "./store.ts";
import { warmUp } from "./warm-up.ts";

/** Searches share one thread in slices, so a few worker slots are enough. */
const LANES = { search: 4 } as const;
/** Searches and webhook bodies yield the request thread after this time, at the end of the current step. */
const SLICE_MS = 8;

export interface SearchFeature extends Feature {
  /** The bodies and secrets of webhooks. */
  readonly bodies: DeliveryBodies;
  /** Counts the searches of every key, by HTTP and by other ways. */
  readonly limiter: RateLimits;
  /** Searches whose result is returned to the caller. */
  readonly inline: InlineSearches;
}

/** Accepts searches, runs them, and shows their results. */
export function searchFeature(
  deps: FeatureDeps,
  {
    catalog,
    assets,
    presenting,
    likenessTo,
    end,
  }: {
    readonly catalog: LiveCatalog;
    readonly assets: AssetReader;
    readonly presenting: SongPresenting;
    /** Null when no embedding model is configured. */
    readonly likenessTo: MeasureLikeness | null;
    /** Aborted when the server stops. */
    readonly end: AbortSignal;
  },
): SearchFeature {
  const { config, db, clock, timer, log, queue, newId, keys, audit } = deps;
  const metrics = new SearchMetrics();
  const documents = new ResultDocuments({ ...presenting, catalog, clock });
  const vocabulary = openOwnVocabulary(config.dataDir, log);
  const { signer } = presenting;
  const bodies = new ResultBodies({ db, catalog, documents, signer, clock });
  const callbackPolicy = addressPolicy(config.callbackAllow);
  const unknownSongs = (ids: readonly string[]): readonly string[] => {
    const known = catalog.current()?.db.songsByIds(ids);
    return ids.filter((id) => known?.has(id) !== true);
  };
  const searches = new Searches({
    db,
    queue,
    assets,
    documents,
    bodies,
    signer,
    clock,
    newId,
    callbackPolicy,
    audit,
    unknownSongs,
    onSubmitted: logSubmitted(log, config.logBriefs),
  });
  const executionOf = (id: string): Work<Execution | null> => findExecution(db, id);
  const endings = new SearchEndings();
  endings.listenTo(db);
  const slices = new Slices({
    sliceMs: SLICE_MS,
    now: () => performance.now(),
    pause: () => nextTurn(timer),
  });
  const job = searchJob({
    db,
    queue,
    assets,
    catalog,
    clock,
    resultLimit: config.resultLimit,
    vocabulary,
    slices,
    likenessTo,
    onEnded: (ended) => {
      metrics.ended(ended);
      endings.announce(ended.execution.searchId);
      logEnded(log, ended);
    },
  });
  const limiter = db.engine === "sqlite" ? new RateLimiter(deps.stopwatch) : new SharedRateLimiter(db, deps.stopwatch);
  const requireReady = (): void => {
    deps.storage.requireWritable();
    if (!catalogCheck(catalog).ok) throw storageRefused("damaged");
  };
  return {
    name: "search",
    limiter,
    inline: new InlineSearches({ db, searches, endings, documents, metrics, timer, audit, requireReady }),
    bodies: new DeliveryBodies({ db, clock, executionOf, keys, documents, slices }),
    routes: [
      searchRoutes(deps, {
        searches,
        events: new SearchEvents({ searches, endings, timer, end }),
        limiter,
        metrics,
        requireReady,
      }),
    ],
    openapi: searchOpenApi,
    jobKinds: [job],
    lanes: LANES,
    duties: [executionCleaningDuty({ db, clock, timer, resultDays: config.resultDays })],
    preparations: [() => warmUp(catalog, vocabulary)],
    metrics: metrics.all,
  };
}
