import { AnalysisPool } from "../analysis/pool/analysis-pool.ts";
import { Blocklist } from "../assets/blocklist.ts";
import { blocklistPaths } from "../assets/blocklist-text.ts";
import type { removeAsset } from "../assets/delete-asset.ts";
import { examiner } from "../assets/examine.ts";
import { expiryDuty } from "../assets/expire.ts";
import { analysisJob } from "../assets/jobs.ts";
import { AssetReader, needsOriginal } from "../assets/store.ts";
import { UploadFolder } from "../assets/upload-folder.ts";
import { UploadSlots } from "../assets/upload-slots.ts";
import { Uploads } from "../assets/uploads.ts";
import type { Writing } from "../db/service-db.ts";
import type { ServiceMetrics } from "../http/metrics.ts";
import type { Queue } from "../jobs/queue.ts";
import type { JobKind } from "../jobs/job-kind.ts";
import type { Duty } from "../jobs/scheduler.ts";
import type { Timer } from "../jobs/timer.ts";
import { DAY_MS } from "../lib/clock.ts";
import { freeBytes } from "../lib/free-bytes.ts";
import { Gate } from "../lib/gate.ts";
import type { Service } from "../lib/service.ts";
import { openNativeParts } from "../native/native-parts.ts";
import type { Core } from "./core.ts";
import { openVision } from "./vision.ts";

/** Processes that look at files, of each kind: as many as jobs of a lane run at once. */
const CHILDREN = { pictures: 2, films: 1 } as const;
/** Each takes some 20 MB. */
const PROBES_MAX = 4;
const PICTURE_MEMORY_BYTES_MAX = 1_000_000_000;
const FILM_MEMORY_BYTES_MAX = 1_500_000_000;

export interface AssetServices {
  readonly reader: AssetReader;
  readonly uploads: Uploads;
  readonly removing: Parameters<typeof removeAsset>[2];
  readonly kinds: readonly JobKind<{ asset_id: string }>[];
  readonly expiry: Duty;
  readonly background: readonly Service[];
  sweep(): Promise<void>;
}

/** Everything about uploaded pictures and films, built of `core`; nothing is started. */
export function buildAssets(
  { config, db, clock, newId, log }: Core,
  around: {
    readonly queue: Queue;
    readonly timer: Timer;
    readonly metrics: ServiceMetrics;
    readonly onAssetEnded: (tx: Writing, assetId: string) => void;
  },
): AssetServices {
  const { queue, timer, metrics } = around;
  const { dataDir } = config;
  const parts = openNativeParts(dataDir);
  const folder = new UploadFolder(dataDir);
  const reader = new AssetReader(db, clock, config.analysisDays * DAY_MS);
  const pictures = new AnalysisPool({
    dataDir,
    timer,
    size: CHILDREN.pictures,
    memoryBytesMax: PICTURE_MEMORY_BYTES_MAX,
  });
  const films = new AnalysisPool({ dataDir, timer, size: CHILDREN.films, memoryBytesMax: FILM_MEMORY_BYTES_MAX });
  const jobParts = {
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
    onEnded: around.onAssetEnded,
    onMeasured: (kind: "image" | "video", outcome: string, ms: number) => metrics.analysisEnded(kind, outcome, ms),
  };
  return {
    reader,
    uploads: new Uploads({
      db,
      queue,
      clock,
      timer,
      newId,
      log,
      folder,
      slots: new UploadSlots(),
      probing: { pictures, parts, films: new Gate(PROBES_MAX) },
      keepsOriginals: config.originals === "keep",
      freeBytes: () => freeBytes(dataDir),
    }),
    removing: { db, folder, onEnded: around.onAssetEnded },
    kinds: [analysisJob("image", jobParts), analysisJob("video", jobParts)],
    expiry: expiryDuty({ db, clock, timer, assets: reader }),
    background: [pictures, films],
    sweep: async () => {
      const removed = await folder.sweep((id) => needsOriginal(db, id));
      if (removed > 0) log.info({ files: removed }, "removed what unfinished uploads had left");
    },
  };
}
