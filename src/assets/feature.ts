import { openVision } from "../analysis/open-vision.ts";
import { AnalysisPool } from "../analysis/pool/analysis-pool.ts";
import type { Writing } from "../db/service-db.ts";
import type { Feature, FeatureDeps } from "../feature/feature.ts";
import { DAY_MS, MINUTE_MS } from "../lib/clock.ts";
import { freeBytes } from "../lib/free-bytes.ts";
import { Gate } from "../lib/gate.ts";
import { KeyedSlots } from "../lib/keyed-slots.ts";
import { openNativeParts } from "../native/native-parts.ts";
import { Blocklist } from "./blocklist.ts";
import { blocklistPaths } from "./blocklist-text.ts";
import { examiner } from "./examine.ts";
import { expiryDuty } from "./expire.ts";
import { type AnalysisJobParts, analysisJob } from "./jobs.ts";
import { UPLOADS_MAX, UPLOADS_PER_KEY_MAX } from "./limits.ts";
import { AssetMetrics } from "./metrics.ts";
import { assetOpenApi } from "./openapi.ts";
import { assetRoutes } from "./routes.ts";
import { AssetReader, originalFate } from "./store.ts";
import { UploadFolder } from "./upload-folder.ts";
import { Uploads } from "./uploads.ts";

/**
 * Worker slots, and analysis processes, by kind. A picture takes moments. A film keeps a core busy (its pictures and
 * sound even more), so with more than one at a time requests would wait on small machines.
 */
const SLOTS = { picture: 2, film: 1 } as const;
/** Processes for probes that uploads wait for. */
const PROBE_PROCESSES = 2;
/** Runs of ffprobe that uploads wait for. Each takes some 20 MB. */
const FFPROBES_MAX = 4;
/** Longer than for other processes, because an upload waits for the start of a new one. */
const PROBE_IDLE_MS = 5 * MINUTE_MS;
const PICTURE_MEMORY_BYTES_MAX = 1_000_000_000;
const FILM_MEMORY_BYTES_MAX = 1_500_000_000;

export interface AssetFeature extends Feature {
  readonly reader: AssetReader;
}

/** Uploaded pictures and films: their upload, analysis, reading, removal and expiry. */
export function assetFeature(
  deps: FeatureDeps,
  {
    baseUrl,
    onEnded,
  }: {
    readonly baseUrl: () => string;
    /** Runs in the transaction that ends or removes an asset. */
    readonly onEnded: (tx: Writing, assetId: string) => void;
  },
): AssetFeature {
  const { config, db, clock, timer, log } = deps;
  const { dataDir } = config;
  const parts = openNativeParts(dataDir);
  const folder = new UploadFolder(dataDir);
  const reader = new AssetReader(db, clock, config.analysisDays * DAY_MS);
  const background = { dataDir, timer, priority: "background" } as const;
  const pictures = new AnalysisPool({ ...background, size: SLOTS.picture, memoryBytesMax: PICTURE_MEMORY_BYTES_MAX });
  const films = new AnalysisPool({ ...background, size: SLOTS.film, memoryBytesMax: FILM_MEMORY_BYTES_MAX });
  const probes = new AnalysisPool({
    dataDir,
    timer,
    priority: "request",
    idleMs: PROBE_IDLE_MS,
    size: PROBE_PROCESSES,
    memoryBytesMax: PICTURE_MEMORY_BYTES_MAX,
  });
  const metrics = new AssetMetrics();
  const jobParts: AnalysisJobParts = {
    db,
    clock,
    log,
    folder,
    examine: examiner({
      pictures,
      films,
      parts,
      blocklist: new Blocklist(blocklistPaths(config), log),
      describe: openVision(config, timer),
    }),
    onEnded,
    onMeasured: (kind, outcome, ms) => metrics.analysisEnded(kind, outcome, ms),
  };
  const uploads = new Uploads({
    ...deps,
    folder,
    slots: new KeyedSlots({ totalMax: UPLOADS_MAX, perOwnerMax: UPLOADS_PER_KEY_MAX }),
    probing: { pictures: probes, parts, films: new Gate(FFPROBES_MAX), timer },
    keepsOriginals: config.originals === "keep",
    freeBytes: () => freeBytes(dataDir),
  });
  return {
    name: "assets",
    reader,
    routes: [assetRoutes(deps, { assets: reader, uploads, removal: { db, folder, onEnded }, metrics, baseUrl })],
    openapi: assetOpenApi,
    jobKinds: [analysisJob("image", jobParts), analysisJob("video", jobParts)],
    lanes: SLOTS,
    duties: [expiryDuty({ db, clock, timer, assets: reader })],
    services: [pictures, films, probes],
    preparations: [
      async () => {
        const { removed, setAside, returned } = await folder.sweep((id) => originalFate(db, id));
        if (removed > 0) log.info({ files: removed }, "removed leftovers of unfinished uploads");
        if (returned > 0) log.info({ files: returned }, "moved back originals that the database knows again");
        if (setAside > 0) {
          log.warn({ files: setAside }, "the restored database does not know these originals: see uploads/set-aside");
        }
      },
    ],
    metrics: metrics.all,
  };
}
