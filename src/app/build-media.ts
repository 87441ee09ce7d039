import { availableParallelism } from "node:os";
import type { LiveCatalog } from "../catalog/live-catalog.ts";
import { mediaShelf } from "../catalog/media-shelf.ts";
import { NO_FILTER } from "../catalog/song-filter.ts";
import { InvalidConfig } from "../config/config.ts";
import type { ServiceMetrics } from "../http/metrics.ts";
import { countWaiting } from "../jobs/count-store.ts";
import type { JobKind } from "../jobs/job-kind.ts";
import type { Queue } from "../jobs/queue.ts";
import type { Duty } from "../jobs/scheduler.ts";
import type { Timer } from "../jobs/timer.ts";
import { isLive } from "../keys/key.ts";
import { freeBytes } from "../lib/free-bytes.ts";
import { makingJobs, MAKING_LANE } from "../media/make/jobs.ts";
import { Maker } from "../media/make/maker.ts";
import { MarkUnusable } from "../media/make/open-mark.ts";
import { Recipes } from "../media/make/recipes.ts";
import { SourceDigests } from "../media/make/source-digests.ts";
import { MadeReader } from "../media/make/store.ts";
import { type SurveyedCatalog, surveyDuty } from "../media/make/survey.ts";
import { formOf, type MadeKind, stemsFormOf, type Wanted } from "../media/make/wanted.ts";
import type { MediaFiles } from "../media/store/media-files.ts";
import type { MediaStore } from "../media/store/media-store.ts";
import { openNativeParts } from "../native/native-parts.ts";
import type { Core } from "./core.ts";

/** Nothing is made ahead of its time below this: the databases lie on the same disk. */
const FREE_MIN_BYTES = 1024 ** 3;

/** Kinds of jobs that make something begin with it. */
const MAKING = "make ";

export interface MediaServices {
  readonly maker: Maker;
  readonly kinds: readonly JobKind<{ id: string }>[];
  /** Of the lane that makes: one core is left to requests. */
  readonly places: number;
  readonly survey: Duty;
  /** Jobs of making that wait, by kind of what is made. */
  waiting(): readonly { readonly kind: string; readonly count: number }[];
  /** Refuses a mark of the operator's that cannot be used. */
  prepare(): Promise<void>;
}

/** Everything about making media, built of `core`; nothing is started. */
export function buildMedia(
  { config, db, clock, keys, log }: Core,
  around: {
    readonly catalog: LiveCatalog;
    readonly queue: Queue;
    readonly timer: Timer;
    readonly store: MediaStore;
    readonly files: MediaFiles;
    readonly metrics: () => ServiceMetrics;
  },
): MediaServices {
  const { catalog, queue, timer, store, files, metrics } = around;
  const places = Math.max(1, availableParallelism() - 1);
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
    digests: new SourceDigests(db, reader, files),
    places,
    onMade: (kind, outcome) => metrics().mediaMade(kind, outcome),
  });
  const waiting = () =>
    countWaiting(db, MAKING_LANE).flatMap(({ kind, count }) =>
      kind.startsWith(MAKING) ? [{ kind: kind.slice(MAKING.length), count }] : [],
    );
  return {
    maker,
    kinds: makingJobs({ maker, wantedFor: (kind, id) => wantedFor(catalog, kind, id) }),
    places,
    survey: surveyDuty({
      db,
      reader,
      queue,
      timer,
      recipes,
      catalog: () => surveyed(catalog),
      // The demonstration catalog's own sound is rendered when somebody listens to it.
      isAhead: async (ref) => !ref.startsWith("sound:") && (await isThere(files, ref)),
      waiting: () => waiting().reduce((sum, { count }) => sum + count, 0),
      // Watermarks for nobody would take as much room as the MP3s: with live keys only they wait for the first request.
      wantsWatermarks: () => {
        const standing = keys.list().filter((key) => key.revokedAt === null);
        return standing.length === 0 || standing.some((key) => !isLive(key));
      },
      hasRoom: () => freeBytes(config.dataDir) >= FREE_MIN_BYTES,
    }),
    waiting,
    prepare: async () => {
      if (config.watermark === null) return;
      await recipes.mark().catch((error: unknown) => {
        throw error instanceof MarkUnusable ? new InvalidConfig([error.message]) : error;
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

function wantedFor(catalog: LiveCatalog, kind: MadeKind, id: string): Wanted | null {
  const shelf = mediaShelf(catalog.current()?.db ?? null);
  const media = kind === "stems" ? shelf.song(id) : shelf.audioFile(id);
  if (media === null) return null;
  const form = "audioFiles" in media ? stemsFormOf(media) : kind === "stems" ? null : formOf(kind, media);
  return form?.kind === "made" ? form.wanted : null;
}

function surveyed(catalog: LiveCatalog): SurveyedCatalog | null {
  const open = catalog.current();
  if (open === null) return null;
  return {
    generation: open.generation.number,
    songsAfter: (after, limit) => open.db.listSongs(NO_FILTER, after, limit),
  };
}
