import { openVision } from "../analysis/open-vision.ts";
import { AnalysisPool, type AnalysisPoolOptions } from "../analysis/pool/analysis-pool.ts";
import { hearApart } from "../audio/hearing/hear-apart.ts";
import { byKey } from "../audit/audit-event.ts";
import type { Feature, FeatureDeps } from "../feature/feature.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../lib/clock.ts";
import { freeBytes } from "../lib/free-bytes.ts";
import { Gate } from "../lib/gate.ts";
import { KeyedSlots } from "../lib/keyed-slots.ts";
import type { Duty } from "../jobs/scheduler.ts";
import { Positions } from "../jobs/positions.ts";
import { Refused } from "../lib/refusal.ts";
import { Slices } from "../lib/slices.ts";
import { yieldToEventLoop } from "../lib/yield-to-event-loop.ts";
import type { Structures } from "../media/find-structures.ts";
import { openNativeParts } from "../native/native-parts.ts";
import { adminAssetPaths } from "./admin-openapi.ts";
import { adminAssetRoutes } from "./admin-routes.ts";
import { analysisLanes, positionsOf, SLOTS_MAX } from "./analysis-lanes.ts";
import type { PresentingOf } from "./asset-document.ts";
import { Blocklist } from "./blocklist.ts";
import { FileBlocking } from "./block-file.ts";
import { blocklistApiPaths } from "./blocklist-openapi.ts";
import { blocklistRoutes } from "./blocklist-routes.ts";
import { blocklistPaths } from "./blocklist-text.ts";
import { examiner } from "./examine.ts";
import { expiryDuty } from "./expire.ts";
import { hitPointOpenApiPaths } from "./hit-point-openapi.ts";
import { hitPointRoutes } from "./hit-point-routes.ts";
import { type AnalysisJobParts, analysisJob } from "./jobs.ts";
import { FIRST_UPLOADS_RESERVED, UPLOADS_MAX, UPLOADS_PER_KEY_MAX } from "./limits.ts";
import { AssetMetrics } from "./metrics.ts";
import { Originals, type UploadObjects } from "./originals.ts";
import { assetOpenApi } from "./openapi.ts";
import { assetRoutes } from "./routes.ts";
import { AssetReader, findSettled, originalStatus } from "./store.ts";
import { UploadFolder } from "./upload-folder.ts";
import { Uploads } from "./uploads.ts";

/** Child processes for picture probes, which uploads wait for. */
const PROBE_PROCESSES = 2;
/** Concurrent runs of ffprobe, which uploads wait for. Each needs about 20 MB of memory. */
const FFPROBES_MAX = 4;
/** Longer than in other pools, because an upload waits for the start of a new process. */
const PROBE_IDLE_MS = 5 * MINUTE_MS;
/** Hit points are found in slices of this length, so that other requests wait for one slice at most. */
const SLICE_MS = 5;
const PICTURE_MEMORY_BYTES_MAX = 1_000_000_000;
const FILM_MEMORY_BYTES_MAX = 1_500_000_000;

export interface AssetFeature extends Feature {
  readonly reader: AssetReader;
  /** Accepts an upload and counts it in the metrics. Throws Refused. */
  readonly accept: Uploads["accept"];
  /** How the documents of assets are built now. */
  readonly presentingOf: PresentingOf;
}

/** Builds the assets feature: upload, analysis, reading, deletion and expiry of images, videos and audio files. */
export function assetFeature(
  deps: FeatureDeps,
  {
    baseUrl,
    onEnded,
    structures,
    objects,
  }: {
    readonly baseUrl: () => string;
    readonly structures: Structures;
    /** The store of objects that has the originals; null for the data folder. */
    readonly objects: UploadObjects | null;
    /** Runs in the transaction that ends or removes an asset. */
    readonly onEnded: AnalysisJobParts["onEnded"];
  },
): AssetFeature {
  const { config, db, clock, timer, log } = deps;
  const { dataDir } = config;
  const parts = openNativeParts(dataDir);
  const folder = new UploadFolder(dataDir);
  const originals = new Originals({ folder, objects, log, freeBytes: () => freeBytes(dataDir) });
  const reader = new AssetReader(db, clock, config.analysisDays * DAY_MS);
  const { probes, blocking, ...pools } = analysisPools({ dataDir, timer });
  const metrics = new AssetMetrics();
  const jobParts: AnalysisJobParts = {
    db,
    clock,
    log,
    originals,
    examine: examiner({
      pools,
      parts,
      hear: (source, run) => hearApart(source, parts, run),
      blocklist: new Blocklist(blocklistPaths(config), log),
      describe: openVision(config, timer, clock),
    }),
    hearsFilmsOf: async (keyId) => (await db.read(deps.keys.row(keyId)))?.hasAudio === true,
    onEnded,
    onStarted: (lane, ms) => metrics.analysisStarted(lane, ms),
    onMeasured: (kind, outcome, ms) => metrics.analysisEnded(kind, outcome, ms),
  };
  const uploads = new Uploads({
    ...deps,
    folder,
    originals,
    slots: new KeyedSlots({
      totalMax: UPLOADS_MAX,
      perOwnerMax: UPLOADS_PER_KEY_MAX,
      reserved: FIRST_UPLOADS_RESERVED,
    }),
    probe: { pictures: probes, parts, films: new Gate(FFPROBES_MAX), timer },
    retainsOriginals: config.originals === "keep",
    freeBytes: () => freeBytes(dataDir),
  });
  const fileBlocking = new FileBlocking({
    folder,
    newId: deps.newId,
    timer,
    probe: { pictures: blocking, parts, films: new Gate(1), timer },
    hashing: { pool: blocking, parts },
    freeBytes: () => freeBytes(dataDir),
  });
  const positions = new Positions(db, clock, deps.queue);
  const presentingOf: PresentingOf = async (assets) => ({
    baseUrl: baseUrl(),
    positions: await positionsOf(assets, positions),
  });
  const accept = countedUploads(deps, uploads, metrics);
  const slices = new Slices({ sliceMs: SLICE_MS, now: () => performance.now(), pause: () => yieldToEventLoop(null) });
  const removal = { db, originals, audit: deps.audit, onEnded };
  return {
    name: "assets",
    reader,
    accept,
    presentingOf,
    routes: [
      assetRoutes(deps, {
        assets: reader,
        accept,
        removal,
        baseUrl,
        presentingOf,
        originals,
      }),
      adminAssetRoutes(deps, { assets: reader, removal, baseUrl, presentingOf }),
      hitPointRoutes(deps, { assets: reader, structures, slices, baseUrl }),
      blocklistRoutes(deps, { baseUrl, blocking: fileBlocking }),
    ],
    openapi: {
      ...assetOpenApi,
      paths: { ...assetOpenApi.paths, ...hitPointOpenApiPaths, ...adminAssetPaths, ...blocklistApiPaths },
    },
    jobKinds: [analysisJob("picture", jobParts), analysisJob("clip", jobParts), analysisJob("film", jobParts)],
    lanes: analysisLanes(),
    duties: [
      expiryDuty({ db, clock, timer, audit: deps.audit, assets: reader }),
      ...(objects === null ? [] : originalDuties(originals, deps)),
    ],
    services: [...Object.values(pools), probes, blocking],
    preparations: [() => sweepUploads(folder, deps)],
    metrics: metrics.all,
  };
}

function countedUploads(
  { storage, audit }: Pick<FeatureDeps, "storage" | "audit">,
  uploads: Uploads,
  metrics: AssetMetrics,
): Uploads["accept"] {
  return async (key, request) => {
    try {
      storage.requireWritable();
      const accepted = await uploads.accept(key, request);
      metrics.uploadEnded("accepted", accepted.asset.byteSize);
      return accepted;
    } catch (error) {
      if (error instanceof Refused) {
        const outcome = error.refusals[0].name;
        metrics.uploadEnded(outcome, 0);
        audit.note({ ...byKey(key, request.requestId), action: "upload.refused", outcome });
      }
      throw error;
    }
  };
}

/**
 * Creates a pool for each lane, one for the probes that uploads wait for, and one for files to block. Pictures and clips take seconds, and clients ask
 * about them: at the lowest priority a busy machine would give them no time.
 */
function analysisPools(environment: Pick<AnalysisPoolOptions, "dataDir" | "timer">) {
  const soon = { ...environment, priority: "soon" } as const;
  const background = { ...environment, priority: "background" } as const;
  return {
    picture: new AnalysisPool({ ...soon, size: SLOTS_MAX.picture, memoryBytesMax: PICTURE_MEMORY_BYTES_MAX }),
    clip: new AnalysisPool({ ...soon, size: SLOTS_MAX.clip, memoryBytesMax: FILM_MEMORY_BYTES_MAX }),
    film: new AnalysisPool({ ...background, size: SLOTS_MAX.film, memoryBytesMax: FILM_MEMORY_BYTES_MAX }),
    probes: new AnalysisPool({
      ...environment,
      priority: "request",
      idleMs: PROBE_IDLE_MS,
      size: PROBE_PROCESSES,
      memoryBytesMax: PICTURE_MEMORY_BYTES_MAX,
    }),
    blocking: new AnalysisPool({ ...environment, priority: "request", size: 1, memoryBytesMax: FILM_MEMORY_BYTES_MAX }),
  };
}

/** Does what failed while the store of objects did not answer. */
function originalDuties(
  originals: Originals,
  { db, clock, log }: Pick<FeatureDeps, "db" | "clock" | "log">,
): readonly Duty[] {
  return [
    {
      name: "move originals to the store",
      runsOn: "each node",
      everyMs: HOUR_MS,
      firstAfterMs: MINUTE_MS,
      run: (signal) => originals.settleAll((id) => db.read(findSettled(db, id)), signal),
    },
    {
      name: "sweep originals in the store",
      runsOn: "one node",
      everyMs: HOUR_MS,
      deletesByAge: true,
      run: async (signal) => {
        const removed = await originals.sweep((id) => db.read(originalStatus(db, id)), clock.now(), signal);
        if (removed > 0) log.info({ objects: removed }, "originals that no asset needs were removed from the store");
        return { removed };
      },
    },
  ];
}

async function sweepUploads(folder: UploadFolder, { db, log }: Pick<FeatureDeps, "db" | "log">): Promise<void> {
  const { removed, setAside, returned } = await folder.sweep((id) => db.read(originalStatus(db, id)));
  if (removed > 0) log.info({ files: removed }, "removed leftovers of incomplete uploads");
  if (returned > 0) log.info({ files: returned }, "moved originals back, because the database has their assets again");
  if (setAside > 0) {
    log.warn({ files: setAside }, "moved originals without an asset in the restored database to uploads/set-aside");
  }
}
