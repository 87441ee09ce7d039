import { LiveCatalog } from "../catalog/live-catalog.ts";
import { createApp } from "../http/app.ts";
import type { HttpContext, ReadinessCheck } from "../http/context.ts";
import { type CatalogFigures, ServiceMetrics } from "../http/metrics.ts";
import { cleaningDuty } from "../jobs/cleaner.ts";
import { Queue } from "../jobs/queue.ts";
import { JobRunner } from "../jobs/runner.ts";
import { Scheduler } from "../jobs/scheduler.ts";
import { systemTimer, type Timer } from "../jobs/timer.ts";
import { RateLimiter } from "../keys/rate-limiter.ts";
import { SECOND_MS } from "../lib/clock.ts";
import type { Service } from "../lib/service.ts";
import type { UrlSigner } from "../media/signed-url.ts";
import { executionCleaningDuty } from "../search/clean.ts";
import { DeliveryBodies } from "../search/delivery-bodies.ts";
import { searchJob } from "../search/jobs.ts";
import { ResultDocuments } from "../search/result-document.ts";
import { Searches } from "../search/searches.ts";
import { ExecutionReader } from "../search/store.ts";
import { readCallbackAllow } from "../webhooks/address-policy.ts";
import { connector } from "../webhooks/connector.ts";
import { hostGuard } from "../webhooks/host-guard.ts";
import { deliveryJob } from "../webhooks/jobs.ts";
import type { Core } from "./core.ts";
import { diskCheck } from "./disk-check.ts";
import { adminTokenOf, signingSecretOf } from "./secrets.ts";

/** Jobs of a lane that run at once. Searches share one thread, so a few are enough; webhooks mostly wait. */
const LANES = { search: 4, webhook: 16 } as const;
const CHECKPOINT_EVERY_MS = 20 * SECOND_MS;

export interface ServicesOptions {
  readonly version: string;
  readonly timer?: Timer;
  /** Links are made from it unless the configuration names a base. */
  readonly ownUrl: string;
}

export interface Services {
  readonly app: ReturnType<typeof createApp>;
  readonly catalog: LiveCatalog;
  readonly queue: Queue;
  readonly jobs: JobRunner;
  /** In the order of starting; they stop in the reverse order. */
  readonly inOrder: readonly Service[];
  /** From now on /readyz says no. */
  drain(): void;
}

/** Builds every service from `core`, and starts none. */
export function buildServices(core: Core, options: ServicesOptions): Services {
  const { clock, db, keys, log, newId, config } = core;
  const timer = options.timer ?? systemTimer;
  const signer: UrlSigner = { baseUrl: config.baseUrl ?? options.ownUrl, secret: signingSecretOf(db) };
  const catalog = new LiveCatalog({ dataDir: config.dataDir, reading: db, clock, log });
  const queue = new Queue(clock);
  const documents = new ResultDocuments({ catalog, signer, clock });
  const metrics = new ServiceMetrics(options.version, {
    startedAt: clock.now(),
    jobs: () => queue.counts(db),
    catalog: () => catalogFigures(catalog),
  });
  const bodies = new DeliveryBodies({ executions: new ExecutionReader(db), keys, documents });
  const jobs = new JobRunner({
    db,
    queue,
    kinds: [
      searchJob({
        db,
        queue,
        catalog,
        clock,
        resultLimit: config.resultLimit,
        onEnded: (status, ms) => metrics.searchEnded(status, ms),
      }),
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
    lanes: LANES,
    clock,
    timer,
    log,
    isOnlyRunner: true,
  });
  const scheduler = new Scheduler({
    duties: [
      cleaningDuty({ db, clock, timer }),
      executionCleaningDuty({ db, clock, timer, resultDays: config.resultDays }),
      { name: "checkpoint", everyMs: CHECKPOINT_EVERY_MS, run: () => db.checkpoint() },
    ],
    timer,
    log,
  });
  const state = { isDraining: false };
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
    searches: new Searches({ db, queue, documents, signer, clock, newId, callbackAllow: config.callbackAllow }),
    metrics,
    readiness: () => [runningCheck(state.isDraining), catalogCheck(catalog), disk()],
  };
  return {
    app: createApp(context),
    catalog,
    queue,
    jobs,
    inOrder: [catalog, jobs, scheduler],
    drain: () => {
      state.isDraining = true;
    },
  };
}

function runningCheck(isDraining: boolean): ReadinessCheck {
  return { name: "running", ok: !isDraining, detail: isDraining ? "stopping" : "migrated and running" };
}

function catalogFigures(catalog: LiveCatalog): CatalogFigures | null {
  const open = catalog.current();
  if (open === null) return null;
  return { songs: open.generation.songs, generation: open.generation.number, indexBytes: open.index.byteLength };
}

/** An empty installation is ready too: it answers searches with nothing, and says so. */
function catalogCheck(catalog: LiveCatalog): ReadinessCheck {
  const open = catalog.current();
  const detail =
    open === null ? "empty: nothing has been imported yet" : `${open.generation.songs} songs, index loaded`;
  return { name: "catalog", ok: true, detail };
}
