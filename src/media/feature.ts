import { rm } from "node:fs/promises";
import { join } from "node:path";
import { MEDIA_KNOWLEDGE } from "../../schema/change-subjects.ts";
import { InvalidConfig } from "../config/config.ts";
import type { Work } from "../db/work.ts";
import type { Feature, FeatureDeps } from "../feature/feature.ts";
import { type Findings, MEASURE_LANE } from "../audio/jobs.ts";
import { countRunningJobs, countWaiting } from "../jobs/count-store.ts";
import { isLive, isUsable } from "../keys/key.ts";
import { freeBytes } from "../lib/free-bytes.ts";
import { Slices } from "../lib/slices.ts";
import { yieldToEventLoop } from "../lib/yield-to-event-loop.ts";
import { backgroundSlots } from "../native/background-slots.ts";
import { openNativeParts } from "../native/native-parts.ts";
import { CutPlans } from "./cut/cut-plans.ts";
import { findingRoutes } from "./finding-routes.ts";
import { findStructures, type Structures } from "./find-structures.ts";
import { type FindContent, findContent, type FindFile, findFile } from "./form-file.ts";
import { identifyPaths } from "./imprint/admin-openapi.ts";
import { identifyRoutes } from "./imprint/admin-routes.ts";
import { forgetMissing } from "./make/forget-missing.ts";
import { makingJobs, MAKING_LANE } from "./make/jobs.ts";
import { Maker } from "./make/maker.ts";
import { MarkUnusable } from "./make/open-mark.ts";
import { Recipes } from "./make/recipes.ts";
import { type SourcesParts, Sources } from "./make/sources.ts";
import { type SurveyedCatalog, surveyDuty } from "./make/survey.ts";
import { formOf, type MadeKind, stemsFormOf, type MakeTask } from "./make/make-task.ts";
import { MediaMetrics } from "./metrics.ts";
import type { MediaShelf } from "./open-media.ts";
import { mediaOpenApi } from "./openapi.ts";
import { mediaRoutes } from "./routes.ts";
import type { UrlSigner } from "./signed-url.ts";
import type { MediaFiles } from "./store/media-files.ts";
import { MEDIA_FOLDER, type MediaStore } from "./store/media-store.ts";

/** With less free space, no files are generated in advance, because the databases are on the same disk. */
const FREE_MIN_BYTES = 1024 ** 3;

/** Of plans of cuts. */
const SLICE_MS = 5;

/** The folder below the media folder in which earlier versions stored the sound of the demonstration. */
const FORMER_SOUND_FOLDER = "sound";

/** Prefix of the names of the job kinds that generate media. */
const MAKING = "make ";

/** The parts of the catalog that media need. */
export interface MediaCatalog {
  shelf(): MediaShelf;
  /** A song with the fields that determine its demonstration sound; null for an unknown id. */
  songOf: SourcesParts["songOf"];
  /** Null before the first import. */
  surveyed(): SurveyedCatalog | null;
}

export interface MediaFeatureDeps {
  readonly catalog: MediaCatalog;
  readonly signer: UrlSigner;
  /** The imported media. */
  readonly store: MediaStore;
  readonly generated: MediaStore;
  readonly files: MediaFiles;
  readonly imprintSecret: string;
  /** Whether audio files still have to be measured, which comes first: searches depend on it. */
  readonly isMeasuring: () => Work<boolean>;
}

export interface MediaFeature extends Feature {
  readonly maker: Maker;
  /** Returns the path of an existing or generated file. */
  readonly fileOf: FindFile;
  readonly contentOf: FindContent;
  readonly cuts: CutPlans;
  readonly structures: Structures;
  /** Stores the waveform and the structure of a measured file, if the disk has enough free space. */
  readonly keepFindings: (digest: string, findings: Findings) => Promise<void>;
}

/** Serves media behind signed URLs, and generates missing files: MP3, WAV, watermarked MP3, stem archives, peaks, structures. */
export function mediaFeature(deps: FeatureDeps, given: MediaFeatureDeps): MediaFeature {
  const { catalog, signer, store, generated, files } = given;
  const { config, db, clock, keys, queue, timer, log } = deps;
  const slots = backgroundSlots();
  const marks = { markPath: config.watermark, imprintSecret: given.imprintSecret };
  const recipes = new Recipes(openNativeParts(config.dataDir), marks, () => db.noteChange(MEDIA_KNOWLEDGE));
  const waiting = async () =>
    (await db.read(countWaiting(db, MAKING_LANE))).flatMap(({ kind, count }) =>
      kind.startsWith(MAKING) ? [{ kind: kind.slice(MAKING.length), count }] : [],
    );
  const metrics = new MediaMetrics(waiting);
  const maker = new Maker({
    db,
    clock,
    timer,
    log,
    store: generated,
    recipes,
    sources: new Sources({ db, files, songOf: (id) => catalog.songOf(id) }),
    slots,
    freeBytes: () => freeBytes(config.dataDir),
    onMade: (kind, outcome) => metrics.made(kind, outcome),
  });
  const hasRoom = (): boolean => freeBytes(config.dataDir) >= FREE_MIN_BYTES;
  const survey = surveyDuty({
    db,
    queue,
    timer,
    recipes,
    catalog: () => catalog.surveyed(),
    isReadable: (ref) => files.isNamed(ref),
    waiting: async () => (await waiting()).reduce((sum, { count }) => sum + count, 0),
    // If all keys are live, no watermarked MP3s are generated in advance: they would take as much disk space as the
    // full MP3s.
    wantsWatermarks: async () => {
      const valid = (await db.read(keys.list())).filter((key) => isUsable(key, clock.now()));
      return valid.length === 0 || valid.some((key) => !isLive(key));
    },
    hasRoom,
    forgetMissing: (signal) => forgetMissing(db, generated, signal),
  });
  const shelf = (): MediaShelf => catalog.shelf();
  const fileOf = findFile(files, maker);
  const contentOf = findContent(files, fileOf);
  const cuts = new CutPlans(
    fileOf,
    new Slices({ sliceMs: SLICE_MS, now: () => performance.now(), pause: () => yieldToEventLoop(null) }),
  );
  return {
    name: "media",
    maker,
    fileOf,
    contentOf,
    cuts,
    structures: findStructures(shelf, fileOf),
    keepFindings: async (digest, findings) => {
      if (hasRoom()) await maker.keepFindings(digest, findings);
    },
    routes: [
      mediaRoutes(deps, { shelf, signer, contentOf, cuts }),
      findingRoutes(deps, { shelf, fileOf }),
      identifyRoutes(deps, { secret: given.imprintSecret, newPath: () => generated.temporaryPath("bin") }),
    ],
    openapi: { ...mediaOpenApi, paths: { ...mediaOpenApi.paths, ...identifyPaths } },
    jobKinds: makingJobs({ maker, taskFor: (kind, id) => taskFor(catalog.shelf(), kind, id) }),
    lanes: { [MAKING_LANE]: { slots: () => slotsLeft(deps, slots, given.isMeasuring), order: "turns" } },
    duties: [survey],
    services: [maker],
    preparations: [
      async () => void (await store.sweepTemporary()),
      async () => void (await generated.sweepTemporary()),
      () => rm(join(config.dataDir, MEDIA_FOLDER, FORMER_SOUND_FOLDER), { recursive: true, force: true }),
      () => checkMark(recipes, config.watermark),
    ],
    metrics: metrics.all,
  };
}

/** Worker slots for files that are generated in advance. Running measurements use the same processors. */
function* slotsLeft({ db }: FeatureDeps, slots: number, isMeasuring: () => Work<boolean>): Work<number> {
  return (yield* isMeasuring()) ? 0 : Math.max(0, slots - (yield* countRunningJobs(db, MEASURE_LANE)));
}

/** Throws InvalidConfig if the operator's watermark cannot be used. */
async function checkMark(recipes: Recipes, watermark: string | null): Promise<void> {
  if (watermark === null) return;
  await recipes.mark().catch((error: unknown) => {
    throw error instanceof MarkUnusable ? new InvalidConfig([error.message]) : error;
  });
}

function taskFor(shelf: MediaShelf, kind: MadeKind, id: string): MakeTask | null {
  const media = kind === "stems" ? shelf.song(id) : shelf.audioFile(id);
  if (media === null || kind === "cut" || kind === "imprinted") return null;
  const form = "audioFiles" in media ? stemsFormOf(media) : kind === "stems" ? null : formOf(kind, media);
  return form?.kind === "made" ? form.task : null;
}
