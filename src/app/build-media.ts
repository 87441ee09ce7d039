import { rm } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { LiveCatalog } from "../catalog/live-catalog.ts";
import { mediaShelf } from "../catalog/media-shelf.ts";
import { NO_FILTER } from "../catalog/song-filter.ts";
import { ConfigRefused } from "../config/config.ts";
import type { ServiceMetrics } from "../http/metrics.ts";
import { countWaiting } from "../jobs/count-store.ts";
import type { JobKind } from "../jobs/job-kind.ts";
import type { Queue } from "../jobs/queue.ts";
import type { Duty } from "../jobs/scheduler.ts";
import type { Timer } from "../lib/timer.ts";
import { isLive } from "../keys/key.ts";
import { freeBytes } from "../lib/free-bytes.ts";
import { makingJobs, MAKING_LANE } from "../media/make/jobs.ts";
import { Maker } from "../media/make/maker.ts";
import { MarkUnusable } from "../media/make/open-mark.ts";
import { Recipes } from "../media/make/recipes.ts";
import { Sources } from "../media/make/sources.ts";
import { MadeReader } from "../media/make/store.ts";
import { type SurveyedCatalog, surveyDuty } from "../media/make/survey.ts";
import { formOf, type MadeKind, stemsFormOf, type MakeTask } from "../media/make/make-task.ts";
import type { MediaFiles } from "../media/store/media-files.ts";
import { MEDIA_FOLDER, type MediaStore } from "../media/store/media-store.ts";
import { openNativeParts } from "../native/native-parts.ts";
import type { Core } from "./core.ts";

/** With less free space, nothing is made in advance: the databases are on the same disk. */
const FREE_MIN_BYTES = 1024 ** 3;

/** The folder below the media store in which earlier builds kept rendered songs. */
const FORMER_SOUND_FOLDER = "sound";

/** Prefix of the names of jobs that make media. */
const MAKING = "make ";

export interface MediaServices {
  readonly maker: Maker;
  readonly kinds: readonly JobKind<{ id: string }>[];
  /** Worker slots of the lane that makes media. One core is left to requests. */
  readonly slots: number;
  readonly survey: Duty;
  /** Queued jobs that make media, by kind of file. */
  waiting(): readonly { readonly kind: string; readonly count: number }[];
  /** Before the first request. Throws ConfigRefused for an unusable watermark. */
  prepare(): Promise<void>;
}

/** Builds the services that make media; starts none. */
export function buildMedia(
  { config, db, clock, keys, log }: Core,
  deps: {
    readonly catalog: LiveCatalog;
    readonly queue: Queue;
    readonly timer: Timer;
    readonly store: MediaStore;
    readonly files: MediaFiles;
    readonly metrics: () => ServiceMetrics;
  },
): MediaServices {
  const { catalog, queue, timer, store, files, metrics } = deps;
  const slots = Math.max(1, availableParallelism() - 1);
  const recipes = new Recipes(openNativeParts(config.dataDir), config.watermark);
  const reader = new MadeReader(db);
  const maker = new Maker({
    db,
    reader,
    clock,
    timer,
    log,
    store,
    recipes,
    sources: new Sources({
      db,
      reader: reader.sources,
      files,
      songOf: (id) => catalog.current()?.db.songsByIds([id]).get(id) ?? null,
    }),
    slots,
    onMade: (kind, outcome) => metrics().mediaMade(kind, outcome),
  });
  const waiting = () =>
    countWaiting(db, MAKING_LANE).flatMap(({ kind, count }) =>
      kind.startsWith(MAKING) ? [{ kind: kind.slice(MAKING.length), count }] : [],
    );
  return {
    maker,
    kinds: makingJobs({ maker, taskFor: (kind, id) => taskFor(catalog, kind, id) }),
    slots,
    survey: surveyDuty({
      db,
      reader,
      queue,
      timer,
      recipes,
      catalog: () => surveyed(catalog),
      isThere: (ref) => isThere(files, ref),
      waiting: () => waiting().reduce((sum, { count }) => sum + count, 0),
      // If all keys are live, watermarked files would only waste space: they are made on the first request.
      wantsWatermarks: () => {
        const standing = keys.list().filter((key) => key.revokedAt === null);
        return standing.length === 0 || standing.some((key) => !isLive(key));
      },
      hasRoom: () => freeBytes(config.dataDir) >= FREE_MIN_BYTES,
    }),
    waiting,
    prepare: async () => {
      await rm(join(config.dataDir, MEDIA_FOLDER, FORMER_SOUND_FOLDER), { recursive: true, force: true });
      if (config.watermark === null) return;
      await recipes.mark().catch((error: unknown) => {
        throw error instanceof MarkUnusable ? new ConfigRefused([error.message]) : error;
      });
    },
  };
}

async function isThere(files: MediaFiles, ref: string): Promise<boolean> {
  return await files.locate(ref).then(
    () => true,
    () => false,
  );
}

function taskFor(catalog: LiveCatalog, kind: MadeKind, id: string): MakeTask | null {
  const shelf = mediaShelf(catalog.current()?.db ?? null);
  const media = kind === "stems" ? shelf.song(id) : shelf.audioFile(id);
  if (media === null) return null;
  const form = "audioFiles" in media ? stemsFormOf(media) : kind === "stems" ? null : formOf(kind, media);
  return form?.kind === "made" ? form.task : null;
}

function surveyed(catalog: LiveCatalog): SurveyedCatalog | null {
  const open = catalog.current();
  if (open === null) return null;
  return {
    generation: open.generation.number,
    songsAfter: (after, limit) => open.db.listSongs(NO_FILTER, after, limit),
  };
}
