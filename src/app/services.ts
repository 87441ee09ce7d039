import { accountFeature } from "../account/feature.ts";
import { uploadsLeft } from "../account/quotas.ts";
import { assetFeature } from "../assets/feature.ts";
import { hasAsset } from "../assets/store.ts";
import { auditFeature } from "../audit/feature.ts";
import { FactsReader, lastMeasuredAt } from "../audio/facts-store.ts";
import { audioFeature } from "../audio/feature.ts";
import { catalogFeature, mediaCatalog } from "../catalog/feature.ts";
import { LiveCatalog } from "../catalog/live-catalog.ts";
import { measuredRefs } from "../catalog/measured.ts";
import type { SongPresenting } from "../catalog/present-song.ts";
import { refreshIndexDuty } from "../catalog/refresh-index.ts";
import { StoredCatalogs } from "../catalog/stored/stored-catalogs.ts";
import { measureSurvey } from "../catalog/survey-unmeasured.ts";
import { watchFeature } from "../catalog/watch/feature.ts";
import { catalogSummaryFeature } from "../catalog-summary/feature.ts";
import { consoleFeature } from "../console/feature.ts";
import { cueSheetFeature } from "../cue-sheets/feature.ts";
import { ThreadedCheckpoints } from "../db/checkpoint-thread/threaded-checkpoints.ts";
import type { Work } from "../db/work.ts";
import { embeddingFeature } from "../embedding/feature.ts";
import type { Feature, FeatureDeps } from "../feature/feature.ts";
import { RequestContexts } from "../http/request-contexts.ts";
import { RequestMetrics } from "../http/request-metrics.ts";
import { jobControlFeature } from "../job-control/feature.ts";
import { cleaningDuty } from "../jobs/cleaner.ts";
import { DutyMetrics } from "../jobs/duty-metrics.ts";
import { jobMetrics } from "../jobs/metrics.ts";
import type { WaitingMax } from "../jobs/lane-room.ts";
import { Queue } from "../jobs/queue.ts";
import { keysFeature } from "../keys/feature.ts";
import { KeyUses } from "../keys/key-uses.ts";
import { systemTimer, type Timer } from "../lib/timer.ts";
import { type Clock, SECOND_MS, stopwatch as systemStopwatch } from "../lib/clock.ts";
import { Slices } from "../lib/slices.ts";
import { yieldToEventLoop } from "../lib/yield-to-event-loop.ts";
import { collectEvery } from "../lib/collect-garbage.ts";
import { mcpFeature } from "../mcp/feature.ts";
import { mediaFeature } from "../media/feature.ts";
import { mediaFiles } from "../media/store/media-files.ts";
import { GENERATED_FOLDER, MediaStore } from "../media/store/media-store.ts";
import { openMediaStore } from "../media/store/open-media-store.ts";
import { startOwnThread } from "../native/own-thread.ts";
import type { ShownSetting } from "../operation/admin-routes.ts";
import { operationFeature } from "../operation/feature.ts";
import { Lifecycle } from "../operation/lifecycle.ts";
import { shortlistFeature } from "../shortlists/feature.ts";
import { recordsFeature } from "../records/feature.ts";
import { searchFeature } from "../search/feature.ts";
import { wakeWaitingSearches } from "../search/waiting.ts";
import { usersFeature } from "../users/feature.ts";
import { Sessions } from "../users/sessions.ts";
import { webhookFeature } from "../webhooks/feature.ts";
import { type Assembly, assemble } from "./assemble.ts";
import { changeCatalogApart } from "./change-catalog-apart.ts";
import { ClockGuard } from "./clock-guard.ts";
import type { Core } from "./core.ts";
import { backupFeature } from "./backups/backup-feature.ts";
import { objectFeature, watchObjects } from "./object-feature.ts";
import { importFolderApart } from "./import-folder-apart.ts";
import { inspectApart } from "./inspect-apart.ts";
import { adminTokenOf, imprintSecretOf, signingSecretOf } from "./secrets.ts";
import { PostgresWatch } from "./postgres-watch.ts";
import { StorageWatch } from "./storage-watch.ts";
import { WAITING_MAX } from "./waiting-max.ts";

/** Without collections, the garbage of requests would grow as large as the index, which is outside the heap. */
const COLLECT_EVERY_MS = 10 * SECOND_MS;
const CHECKPOINT_EVERY_MS = SECOND_MS;
/** A removed data folder is detected within this time, even without requests. */
const STORAGE_CHECK_EVERY_MS = 2 * SECOND_MS;

/** Lists of large tables run in slices of this length, so that other requests wait for one slice at most. */
const LIST_SLICE_MS = 5;

export interface ServicesOptions {
  readonly version: string;
  readonly timer?: Timer;
  readonly stopwatch?: Clock;
  /** The settings in force, for administrators; none by default. */
  readonly settings?: () => readonly ShownSetting[];
  /** Overrides of the usual maxima, by lane; for tests. */
  readonly waitingMax?: Readonly<Partial<Record<keyof typeof WAITING_MAX, WaitingMax>>>;
  /** The base URL of links unless one is configured. It is read for each link, because the port is known late. */
  ownUrl(): string;
}

export interface Services extends Assembly {
  readonly catalog: LiveCatalog;
  readonly queue: Queue;
  readonly features: readonly Feature[];
  readonly lifecycle: Lifecycle;
}

/** Builds all features from `core` and assembles them. Starts nothing. A new feature is one line in `features`. */
export async function buildServices(core: Core, options: ServicesOptions): Promise<Services> {
  const { config, clock, db, database, log } = core;
  const { version, timer = systemTimer, stopwatch = systemStopwatch } = options;
  const queue = new Queue(clock, { ...WAITING_MAX, ...options.waitingMax });
  const storage = watchStorage(core, timer);
  const keyUses = new KeyUses(core);
  const sessions = new Sessions({ ...core, adminToken: adminTokenOf(config) });
  const deps: FeatureDeps = {
    ...core,
    access: sessions,
    version,
    timer,
    stopwatch,
    queue,
    storage,
    keyUses,
    contexts: new RequestContexts(),
    slices: new Slices({ sliceMs: LIST_SLICE_MS, now: () => performance.now(), pause: () => yieldToEventLoop(null) }),
  };
  const baseUrl = (): string => config.baseUrl ?? options.ownUrl();
  const secret = await signingSecretOf(db);
  const signer = {
    get baseUrl() {
      return baseUrl();
    },
    secret,
  };
  const lifecycle = new Lifecycle();
  const requestMetrics = new RequestMetrics();
  const dutyMetrics = new DutyMetrics(clock);
  const clockGuard = await ClockGuard.start({ db, clock, stopwatch, log });
  const isClockTrusted = (): boolean => clockGuard.isTrusted();
  const watched = watchObjects(deps);
  const stored =
    watched === null ? null : new StoredCatalogs({ dataDir: config.dataDir, serviceDb: db, objects: watched, log });
  const catalog = new LiveCatalog({
    dataDir: config.dataDir,
    database: config.database,
    serviceDb: db,
    clock,
    timer,
    log,
    stored,
    inspect: inspectApart,
  });
  const store = openMediaStore({ ...core, ...config, user: "server", objects: watched });
  const generated = new MediaStore(config.dataDir, "server", { folder: GENERATED_FOLDER });
  const files = mediaFiles(db, store, log);
  const measuring = measureSurvey({ db, queue, catalog });
  const isMeasuring = (): Work<boolean> => measuring.isBehind();
  const shelves = { catalog: mediaCatalog(catalog), signer, store, generated, files };
  const imprintSecret = await imprintSecretOf(db);
  const media = mediaFeature(deps, { ...shelves, imprintSecret, isMeasuring });
  const facts = new FactsReader(db);
  const presenting: SongPresenting = {
    signer,
    facts,
    *knownMedia(songs) {
      return {
        facts: yield* facts.of(measuredRefs(songs)),
        isHopeless: yield* media.maker.hopelessAmong(songs),
      };
    },
  };
  const assets = assetFeature(deps, {
    baseUrl,
    onEnded: (tx, assetId) => wakeWaitingSearches(tx, queue, assetId),
    structures: media.structures,
    objects: watched,
  });
  const embedding = embeddingFeature(deps, catalog);
  const { likenessTo, vectors } = embedding;
  const checkpoints = new ThreadedCheckpoints({
    dbs: [...(database.engine === "sqlite" ? [database] : []), ...(vectors === null ? [] : [vectors])],
    clock: stopwatch,
    timer,
    startThread: () => startOwnThread("db/checkpoint-thread/thread.ts"),
  });
  const search = searchFeature(deps, { catalog, assets: assets.reader, presenting, likenessTo, end: lifecycle.end });
  const audio = audioFeature(deps, {
    locate: (ref) => store.locate(ref),
    survey: measuring,
    keepFindings: media.keepFindings,
  });
  const hasNewerFacts = async (): Promise<boolean> =>
    ((await db.read(lastMeasuredAt(db))) ?? -Infinity) > (catalog.indexedAt() ?? Infinity);
  const everything = { baseUrl, features: (): readonly Feature[] => features };

  const features: readonly Feature[] = [
    search,
    assets,
    catalogFeature(deps, {
      catalog,
      presenting,
      store,
      generated,
      files,
      baseUrl,
      cuts: media.cuts,
      copies: watched === null || stored === null ? null : { stored, objects: watched },
      runWork: (work, runOptions) => changeCatalogApart(config, work, runOptions),
    }),
    accountFeature(deps, { limiter: search.limiter, baseUrl }),
    catalogSummaryFeature(deps, { baseUrl, generation: () => catalog.current()?.generation ?? null }),
    media,
    audio,
    {
      name: "index",
      duties: [
        refreshIndexDuty({ clock, catalog, isMeasuring: () => db.read(isMeasuring()), hasNewerFacts, ...audio }),
      ],
    },
    embedding,
    mcpFeature(deps, {
      catalog,
      presenting,
      cuts: media.cuts,
      searches: search.inline,
      limiter: search.limiter,
      assets: assets.reader,
      accept: assets.accept,
      presentingAssets: assets.presentingOf,
      baseUrl,
    }),
    webhookFeature(deps, search.bodies, { baseUrl }),
    operationFeature(deps, { ...everything, lifecycle, settings: options.settings ?? (() => []) }),
    usersFeature(deps, { sessions, baseUrl }),
    cueSheetFeature(deps, { catalog }),
    shortlistFeature(deps, {
      catalog,
      presenting,
      fileOf: media.fileOf,
      contentOf: media.contentOf,
      hasAsset,
    }),
    consoleFeature(async (request) => (await sessions.signedIn(request)) !== null),
    {
      name: "storage",
      services: [storage],
      duties: [
        { name: "watch storage", everyMs: STORAGE_CHECK_EVERY_MS, runsOn: "each node", run: () => storage.check() },
      ],
    },
    objectFeature(deps, watched),
    recordsFeature(deps, { baseUrl }),
    jobControlFeature(deps, { baseUrl, kinds: () => features.flatMap((feature) => feature.jobKinds ?? []) }),
    keysFeature(deps, { baseUrl, left: (keys, now) => db.read(uploadsLeft(db, keys, now)) }),
    auditFeature(deps),
    watchFeature(deps, {
      importFolder: (request, signal) => importFolderApart(request, { ...config, log, signal }),
      isClockTrusted,
    }),
    backupFeature(deps, { dataDir: config.dataDir, baseUrl }),
    { name: "http", metrics: requestMetrics.all },
    { name: "duties", metrics: dutyMetrics.all },
    { name: "clock", duties: [clockGuard.duty()], readiness: [() => clockGuard.check()] },
    { name: "jobs", duties: [cleaningDuty(deps)], metrics: jobMetrics(() => deps.slices.run(queue.counts(db))) },
    {
      name: "memory",
      duties: [{ name: "collect", everyMs: COLLECT_EVERY_MS, runsOn: "each node", run: collectEvery(1) }],
    },
    {
      name: "db",
      services: [checkpoints],
      duties: [
        {
          name: "checkpoint",
          everyMs: CHECKPOINT_EVERY_MS,
          runsOn: "each node",
          run: (signal) => checkpoints.run(signal),
        },
      ],
    },
  ];
  return {
    ...assemble(deps, features, { requestMetrics, dutyMetrics, isClockTrusted }),
    catalog,
    queue,
    features,
    lifecycle,
  };
}

function watchStorage({ database, clock, log }: Core, timer: Timer): StorageWatch | PostgresWatch {
  return database.engine === "sqlite"
    ? new StorageWatch({ db: database, clock, log, inspect: inspectApart })
    : new PostgresWatch({ db: database, timer, log });
}
