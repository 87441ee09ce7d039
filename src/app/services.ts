import { FactsReader } from "../audio/facts-store.ts";
import { buildAssets } from "./build-assets.ts";
import { sweepMedia } from "../catalog/import/sweep-media.ts";
import { buildMedia } from "./build-media.ts";
import { buildAudio } from "./build-audio.ts";
import { buildSound } from "./build-sound.ts";
import { LiveCatalog } from "../catalog/live-catalog.ts";
import { createApp } from "../http/app.ts";
import type { HttpContext, ReadinessCheck } from "../http/context.ts";
import { storageRefused } from "../http/storage-refused.ts";
import { type CatalogFigures, ServiceMetrics } from "../http/metrics.ts";
import { cleaningDuty } from "../jobs/cleaner.ts";
import { Queue } from "../jobs/queue.ts";
import { JobRunner } from "../jobs/runner.ts";
import { Scheduler } from "../jobs/scheduler.ts";
import { systemTimer, type Timer } from "../jobs/timer.ts";
import { RateLimiter } from "../keys/rate-limiter.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../lib/clock.ts";
import { collectEvery } from "../lib/collect-garbage.ts";
import type { Service } from "../lib/service.ts";
import { MAKING_LANE } from "../media/make/jobs.ts";
import type { Wanted } from "../media/make/wanted.ts";
import type { UrlSigner } from "../media/signed-url.ts";
import { mediaFiles } from "../media/store/media-files.ts";
import { MediaStore } from "../media/store/media-store.ts";
import { executionCleaningDuty } from "../search/clean.ts";
import { DeliveryBodies } from "../search/delivery-bodies.ts";
import { searchJob } from "../search/jobs.ts";
import { openOwnVocabulary } from "../search/own-vocabulary.ts";
import { ResultDocuments } from "../search/result-document.ts";
import { Searches } from "../search/searches.ts";
import { wakeWaiting } from "../search/waiting.ts";
import { filesInTime, soundFiles } from "../sound/sound-files.ts";
import { ExecutionReader } from "../search/store.ts";
import { warmUp } from "../search/warm-up.ts";
import { readCallbackAllow } from "../webhooks/address-policy.ts";
import { connector } from "../webhooks/connector.ts";
import { hostGuard } from "../webhooks/host-guard.ts";
import { deliveryJob } from "../webhooks/jobs.ts";
import type { Core } from "./core.ts";
import { catalogCheck } from "./catalog-check.ts";
import { diskCheck } from "./disk-check.ts";
import { inspectApart } from "./inspect-apart.ts";
import { openLikeness, openSongEmbedding } from "./embeddings.ts";
import { adminTokenOf, signingSecretOf } from "./secrets.ts";
import { StorageWatch } from "./storage-watch.ts";

/**
 * Jobs of a lane that run at once. Searches share one thread, so a few are enough; webhooks mostly wait, and the more
 * places there are, the more receivers can begin to hang before any other waits for one (webhooks/host-guard.ts).
 * Pictures are looked at in processes of their own, and briefly; films, and media that are made, keep a core busy each
 * (a film's pictures and sound even more): with more than one at a time requests would wait for them on small machines.
 */
const LANES = { search: 4, webhook: 32, picture: 2, film: 1 } as const;
/** Requests leave garbage too, which an index held outside the heap would let grow as large as itself. */
const COLLECT_EVERY_MS = 10 * SECOND_MS;
const CHECKPOINT_EVERY_MS = 20 * SECOND_MS;
/** Longest time until a removed data folder is noticed on an idle server. */
const STORAGE_LOOK_EVERY_MS = 2 * SECOND_MS;
/** Media that no catalog names lie for a day at the least; when exactly they go does not matter. */
const MEDIA_SWEEP_EVERY_MS = 6 * HOUR_MS;
const MEDIA_SWEEP_FIRST_MS = 10 * MINUTE_MS;

export interface ServicesOptions {
  readonly version: string;
  readonly timer?: Timer;
  /** Links are made from it unless the configuration names a base. Asked when a link is made: the port may be known late. */
  ownUrl(): string;
}

export interface Services {
  readonly app: ReturnType<typeof createApp>;
  readonly catalog: LiveCatalog;
  readonly queue: Queue;
  readonly jobs: JobRunner;
  /** What works for nobody in particular; started last, when the port is known to be ours. */
  readonly background: readonly Service[];
  /** Removes what a former process left half-done; before the first request. */
  sweep(): Promise<void>;
  /** Does once what the first search would have to; before the first request, with the catalog open. */
  warmUp(): void;
  /** From now on /readyz may say yes. */
  ready(): void;
  /** From now on /readyz says no. */
  drain(): void;
}

/** Builds every service from `core`, and starts none. */
export function buildServices(core: Core, options: ServicesOptions): Services {
  const { clock, db, keys, log, newId, config } = core;
  const timer = options.timer ?? systemTimer;
  const signer: UrlSigner = {
    get baseUrl() {
      return config.baseUrl ?? options.ownUrl();
    },
    secret: signingSecretOf(db),
  };
  const storage = new StorageWatch({ db, clock, log, inspect: inspectApart });
  const catalog = new LiveCatalog({ dataDir: config.dataDir, reading: db, clock, timer, log, inspect: inspectApart });
  const store = new MediaStore(config.dataDir, "server");
  const queue = new Queue(clock);
  const sound = buildSound(core, catalog);
  const files = soundFiles(sound, mediaFiles(db, store));
  const media = buildMedia(core, { catalog, queue, timer, store, files, metrics: () => metrics });
  const facts = new FactsReader(db);
  const isHopeless = (wanted: Wanted): boolean => media.maker.isHopeless(wanted);
  const documents = new ResultDocuments({ catalog, signer, clock, facts, isHopeless });
  const metrics = new ServiceMetrics(options.version, {
    startedAt: clock.now(),
    jobs: () => queue.counts(db),
    mediaWaiting: () => media.waiting(),
    catalog: () => catalogFigures(catalog),
    logLinesDropped: () => log.linesDropped?.() ?? 0,
  });
  const assets = buildAssets(core, {
    queue,
    timer,
    metrics,
    onAssetEnded: (tx, assetId) => wakeWaiting(tx, queue, assetId),
  });
  const audio = buildAudio(core, { queue, catalog, metrics, store });
  const bodies = new DeliveryBodies({ executions: new ExecutionReader(db), keys, documents });
  const likeness = openLikeness(core, timer);
  const vocabulary = openOwnVocabulary(config.dataDir, log);
  const jobs = new JobRunner({
    db,
    queue,
    kinds: [
      searchJob({
        db,
        queue,
        assets: assets.reader,
        catalog,
        clock,
        resultLimit: config.resultLimit,
        vocabulary,
        likenessTo: likeness?.likenessTo ?? null,
        onEnded: (status, ms) => metrics.searchEnded(status, ms),
      }),
      ...assets.kinds,
      ...media.kinds,
      ...audio.kinds,
      deliveryJob({
        db,
        clock,
        log,
        post: connector({ allow: readCallbackAllow(config.callbackAllow), ca: config.callbackCa, timer }),
        hosts: hostGuard(),
        random: Math.random,
        version: options.version,
        bodyOf: (executionId) => bodies.bodyOf(executionId),
        secretOf: (executionId) => bodies.secretOf(executionId),
        onAttempt: (outcome) => metrics.deliveryTried(outcome),
      }),
    ],
    lanes: { ...LANES, [MAKING_LANE]: media.places },
    clock,
    timer,
    log,
    isOnlyRunner: true,
  });
  const scheduler = new Scheduler({
    duties: [
      cleaningDuty({ db, clock, timer }),
      executionCleaningDuty({ db, clock, timer, resultDays: config.resultDays }),
      assets.expiry,
      {
        name: "sweep media",
        everyMs: MEDIA_SWEEP_EVERY_MS,
        firstAfterMs: MEDIA_SWEEP_FIRST_MS,
        run: async (signal) => {
          await sweepMedia({ ...core, dataDir: config.dataDir, serviceDb: db, store, signal, hasImportLock: false });
        },
      },
      media.survey,
      audio.survey,
      { name: "collect", everyMs: COLLECT_EVERY_MS, run: collectEvery(1) },
      ...openSongEmbedding(core, catalog, timer),
      { name: "watch storage", everyMs: STORAGE_LOOK_EVERY_MS, run: () => storage.look() },
      { name: "checkpoint", everyMs: CHECKPOINT_EVERY_MS, run: () => db.checkpoint() },
    ],
    timer,
    log,
  });
  const life: { stage: Stage } = { stage: "starting" };
  const disk = diskCheck(config.dataDir, clock);
  const context: HttpContext = {
    version: options.version,
    clock,
    newId,
    log,
    adminToken: adminTokenOf(config),
    signer,
    keys,
    rateLimiter: new RateLimiter(),
    catalog,
    mediaFiles: filesInTime(files, timer),
    maker: media.maker,
    facts,
    searches: new Searches({
      db,
      queue,
      assets: assets.reader,
      documents,
      signer,
      clock,
      newId,
      callbackAllow: config.callbackAllow,
    }),
    assets: assets.reader,
    uploads: assets.uploads,
    removing: assets.removing,
    metrics,
    storage: {
      requireWritable: () => storage.require(),
      requireSearchable: () => {
        storage.require();
        if (!catalogCheck(catalog).ok) throw storageRefused("damaged");
      },
      met: (error) => storage.met(error),
    },
    readiness: () => [
      runningCheck(life.stage),
      storage.readiness(),
      catalogCheck(catalog),
      // Another folder in the place of ours is not written, not even to find out whether it could be.
      ...(storage.trouble() === "moved" ? [] : [disk()]),
    ],
  };
  return {
    app: createApp(context),
    catalog,
    queue,
    jobs,
    background: [jobs, scheduler, storage, media.maker, ...assets.background, ...(likeness === null ? [] : [likeness])],
    sweep: async () => {
      await store.sweepTemporary();
      await sound.sweep();
      await assets.sweep();
      await media.prepare();
    },
    warmUp: () => warmUp(catalog, vocabulary),
    ready: () => {
      if (life.stage === "starting") life.stage = "running";
    },
    drain: () => {
      life.stage = "stopping";
    },
  };
}

type Stage = "starting" | "running" | "stopping";

function runningCheck(stage: Stage): ReadinessCheck {
  return { name: "running", ok: stage === "running", detail: stage === "running" ? "migrated and running" : stage };
}

function catalogFigures(catalog: LiveCatalog): CatalogFigures | null {
  const open = catalog.current();
  if (open === null) return null;
  return { songs: open.generation.songs, generation: open.generation.number, indexBytes: open.index.byteLength };
}
