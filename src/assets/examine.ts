import type { Analysis, AssetAnalysis, AudioAnalysis } from "../../schema/wire/analysis.ts";
import { EXCERPT_SECONDS_MIN } from "../../schema/heard-sound.ts";
import { FilmUnreadable } from "../analysis/unreadable.ts";
import { probeFilm } from "../analysis/probe-film.ts";
import type { PerceptualHashes } from "../analysis/pool/protocol.ts";
import { AnalysisFailed } from "../analysis/pool/analysis-child.ts";
import type { AnalysisPool } from "../analysis/pool/analysis-pool.ts";
import type { DescribeFrames } from "../analysis/vision-model.ts";
import type { AudioFacts } from "../../schema/wire/audio-facts.ts";
import { AudioUnreadable } from "../audio/audio-unreadable.ts";
import type { hearApart, HeardPath } from "../audio/hearing/hear-apart.ts";
import type { HeardFile } from "../audio/hearing/hear-audio.ts";
import { compared, type Hearing, namedFacts } from "../audio/hearing/hearing.ts";
import { MINUTE_MS, SECOND_MS } from "../lib/clock.ts";
import { backgroundLimits } from "../native/background-limits.ts";
import type { NativeParts } from "../native/native-parts.ts";
import type { AnalysisLane } from "./analysis-lanes.ts";
import type { Asset } from "./asset.ts";
import type { Blocklist } from "./blocklist.ts";
import { containerOf } from "./media-type.ts";

/** Processor time: a picture of the largest size takes about a second. */
const PICTURE_LIMITS = backgroundLimits(30 * SECOND_MS);
const FRAMES_LIMITS = backgroundLimits(2 * MINUTE_MS);
/** About seven times what ten minutes of 1080p take. */
const FILM_LIMITS = backgroundLimits(10 * MINUTE_MS);

/** The result of examining an asset. `error` is a sentence for the client. */
export type Examination =
  | {
      readonly status: "processed";
      readonly analysis: AssetAnalysis;
      /** What songs can be compared with; missing for pictures, and for films that are not heard or have no sound. */
      readonly hearing?: Hearing;
    }
  | { readonly status: "failed"; readonly error: string }
  /** The child process crashed, or was killed. `error` is for a file with which this happens twice. */
  | { readonly status: "crashed"; readonly error: string }
  | { readonly status: "blocked" };

/** The properties of an asset that its examination depends on. */
type AssetFile = Pick<Asset, "mediaKind" | "contentType"> & {
  /** Whether to hear the sound of a film as well. */
  readonly isFilmHeard: boolean;
};

/** Examines an asset's file. Throws for failures of the service, so that the job retries. */
export type Examine = (asset: AssetFile, path: string, signal: AbortSignal, lane: AnalysisLane) => Promise<Examination>;

export interface ExaminerDeps {
  /** The processes of each lane. */
  readonly pools: Readonly<Record<AnalysisLane, Pick<AnalysisPool, "run" | "priority">>>;
  readonly parts: NativeParts;
  /** Hears a file in a child process. */
  readonly hear: (source: HeardPath, run: Parameters<typeof hearApart>[2]) => Promise<HeardFile>;
  readonly blocklist: Blocklist;
  /** Null if no vision model is configured. */
  readonly describe: DescribeFrames | null;
}

/** Compares a file with the blocklist and analyses it, in child processes: a hostile file can only fail its own analysis. */
export function examiner(deps: ExaminerDeps): Examine {
  return async (asset, path, signal, lane) => {
    try {
      const pool = deps.pools[lane];
      if (asset.mediaKind === "image") return await examinePicture(path, signal, deps);
      if (asset.mediaKind === "audio") return await examineAudio(path, { priority: pool.priority, signal }, deps);
      const examination = await examineFilm(asset, path, signal, { ...deps, films: pool });
      if (!asset.isFilmHeard || examination.status !== "processed") return examination;
      const source = { path, container: containerOf(asset.contentType) };
      const hearing = await hearingOfFilm(source, { priority: pool.priority, signal }, deps);
      return hearing === null ? examination : { ...examination, hearing };
    } catch (error) {
      if (error instanceof FilmUnreadable)
        return { status: "failed", error: `The film cannot be read. ${error.message}` };
      if (error instanceof AudioUnreadable)
        return { status: "failed", error: `The audio file cannot be heard. ${error.message}` };
      if (error instanceof AnalysisFailed && error.how === "crashed")
        return { status: "crashed", error: failureMessage(asset, error) };
      if (error instanceof AnalysisFailed && isFileAtFault(error))
        return { status: "failed", error: failureMessage(asset, error) };
      throw error;
    }
  };
}

async function examinePicture(path: string, signal: AbortSignal, deps: ExaminerDeps): Promise<Examination> {
  const { blocklist } = deps;
  const pictures = deps.pools.picture;
  const task = { path, ...PICTURE_LIMITS, signal };
  const blocked = await blocklist.current();
  if (!blocked.isEmpty && blocked.blocks([await pictures.run("hash", task)])) return { status: "blocked" };
  const analysis = await pictures.run("picture", task);
  return await withDescription(analysis, deps, signal, () => pictures.run("show", task));
}

async function examineAudio(
  path: string,
  run: Parameters<typeof hearApart>[2],
  { hear }: ExaminerDeps,
): Promise<Examination> {
  const { facts, hearing } = await hear({ path }, run);
  const complaint = complaintOf(facts, hearing);
  if (complaint !== null) return { status: "failed", error: complaint };
  return { status: "processed", analysis: analysisOf(facts, hearing), hearing };
}

/** Returns why a sound cannot be compared with songs, or null. */
function complaintOf({ duration, loudness }: AudioFacts, { descriptor }: Hearing): string | null {
  if (descriptor !== null) return null;
  if (duration >= EXCERPT_SECONDS_MIN) {
    return `The audio file is ${loudness === null ? "" : "almost "}silent, so songs cannot be compared with it.`;
  }
  const seconds = Math.round(duration * 10) / 10;
  return `The audio file is ${seconds} seconds long. At least ${EXCERPT_SECONDS_MIN} are needed to compare songs with it.`;
}

function analysisOf(facts: AudioFacts, hearing: Hearing): AudioAnalysis {
  const { duration, stated, loudness, energy } = facts;
  const { bpm, key } = namedFacts(facts);
  const { typical } = compared(hearing, null);
  return {
    kind: "audio",
    duration,
    ...(stated === undefined ? {} : { stated }),
    loudness,
    bpm,
    key,
    typical,
    words: [
      ...(bpm === null ? [] : [`${bpm} bpm`]),
      ...(key === null ? [] : [key]),
      ...(energy === null ? [] : [`${energy.value.replace("_", " ")} energy`]),
    ],
  };
}

/** Null for a film without sound. */
async function hearingOfFilm(
  source: HeardPath,
  run: Parameters<typeof hearApart>[2],
  { hear }: ExaminerDeps,
): Promise<Hearing | null> {
  try {
    return (await hear(source, run)).hearing;
  } catch (error) {
    if (error instanceof AudioUnreadable) return null;
    throw error;
  }
}

async function examineFilm(
  asset: AssetFile,
  path: string,
  signal: AbortSignal,
  deps: ExaminerDeps & { readonly films: ExaminerDeps["pools"]["film"] },
): Promise<Examination> {
  const { films, blocklist, parts } = deps;
  const film = await probeFilm(path, containerOf(asset.contentType), parts, { priority: films.priority, signal });
  signal.throwIfAborted();
  const frames = { path, film, ...FRAMES_LIMITS, signal };
  const blocked = await blocklist.current();
  if (!blocked.isEmpty) {
    const hashes: readonly PerceptualHashes[] = await films.run("film-hashes", frames);
    if (blocked.blocks(hashes)) return { status: "blocked" };
  }
  const analysis = await films.run("film", { path, film, ...FILM_LIMITS, signal });
  return await withDescription(analysis, deps, signal, () => films.run("show", frames));
}

/** Adds the vision model's description to the analysis, or a note if the model is unavailable. */
async function withDescription(
  analysis: Analysis,
  { describe }: ExaminerDeps,
  signal: AbortSignal,
  show: () => Promise<readonly string[]>,
): Promise<Examination> {
  if (describe === null) return { status: "processed", analysis };
  const frames = await show();
  const answer = await describe(
    frames.map((frame) => Buffer.from(frame, "base64")),
    signal,
  );
  switch (answer.kind) {
    case "refused":
      return { status: "blocked" };
    case "described":
      return { status: "processed", analysis: { ...analysis, description: answer.description } };
    case "unavailable": {
      const note = analysis.note === undefined ? answer.note : `${analysis.note}; ${answer.note}`;
      return { status: "processed", analysis: { ...analysis, note } };
    }
  }
}

/** A process that was stalled or ran out of time on the wall clock says nothing about the file, so the job is retried. */
function isFileAtFault({ how }: AnalysisFailed): boolean {
  return how === "refused" || how === "exhausted";
}

/** Returns a message for the client. It omits the decoder's own message, which contains paths and names of libraries. */
function failureMessage({ mediaKind }: AssetFile, { how, sentence }: AnalysisFailed): string {
  if (sentence !== null) return sentence;
  const thing = mediaKind === "image" ? "picture" : "film";
  if (how === "exhausted") {
    const { cpuMsMax } = mediaKind === "image" ? PICTURE_LIMITS : FILM_LIMITS;
    return `The ${thing} needs more processor time than its analysis may use (${cpuMsMax / SECOND_MS} seconds).`;
  }
  if (how === "crashed") return `The ${thing} could not be decoded: the decoder crashed twice.`;
  return `The ${thing} could not be decoded: it is damaged.`;
}
