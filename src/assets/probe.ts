import { FilmUnreadable } from "../analysis/unreadable.ts";
import { probeFilm } from "../analysis/probe-film.ts";
import { AnalysisFailed } from "../analysis/pool/analysis-child.ts";
import type { AnalysisPool } from "../analysis/pool/analysis-pool.ts";
import type { PictureProbe } from "../analysis/pool/protocol.ts";
import { demuxerOf } from "../audio/audio-demuxer.ts";
import { AudioUnreadable } from "../audio/audio-unreadable.ts";
import { probeAudio } from "../audio/probe-audio.ts";
import { messageOf } from "../lib/assert.ts";
import type { Timer } from "../lib/timer.ts";
import type { Gate } from "../lib/gate.ts";
import { Refused, refusal, refuse } from "../lib/refusal.ts";
import type { NativeParts } from "../native/native-parts.ts";
import { PROBE_LIMITS, type ProbeLimits } from "../native/run-ffprobe.ts";
import { type ClaimedSize, claimedSize } from "./claimed-size.ts";
import {
  AUDIO_SECONDS_MAX,
  AUDIO_SECONDS_TOLERANCE,
  FILM_SECONDS_MAX,
  FILM_SECONDS_TOLERANCE,
  PICTURE_SIDE_MAX,
} from "./limits.ts";
import type { SniffedType } from "./media-type.ts";

const RETRY_AFTER_SECONDS = 30;

export interface Dimensions {
  /** Pixels; null for an audio file. */
  readonly width: number | null;
  readonly height: number | null;
  /** Seconds; null for a picture, and if the header of an audio file does not state it. */
  readonly duration: number | null;
}

/** A request waits for a probe, so a probe never waits for background work. */
export interface ProbeDeps {
  /** Has the priority `request` and runs only probes. */
  readonly pictures: Pick<AnalysisPool, "run">;
  readonly parts: Pick<NativeParts, "ffprobePath" | "ffmpegPath">;
  /** Limits the concurrent runs of ffprobe. */
  readonly films: Gate;
  readonly timer: Timer;
  /** PROBE_LIMITS by default. */
  readonly limits?: ProbeLimits;
}

/**
 * Reads the dimensions and duration from a file's header and checks them against the limits. Throws Refused: 422 if the file is
 * unreadable or needs too much processor time; 503 if the machine fails or is too busy to answer in time.
 */
export async function probeUpload(path: string, sniffed: SniffedType, deps: ProbeDeps): Promise<Dimensions> {
  const { timeoutMs } = deps.limits ?? PROBE_LIMITS;
  const aborted = new AbortController();
  const late = Promise.withResolvers<never>();
  // The timeout includes the wait for a slot.
  const stopClock = deps.timer.after(timeoutMs, () => {
    late.reject(tooBusy(timeoutMs));
    aborted.abort();
  });
  const { signal } = aborted;
  try {
    return await Promise.race([probeSniffed(path, sniffed, deps, signal), late.promise]);
  } catch (error) {
    throw error instanceof Refused ? error : uploadImpossible(error);
  } finally {
    stopClock();
  }
}

async function probeSniffed(
  path: string,
  sniffed: SniffedType,
  deps: ProbeDeps,
  signal: AbortSignal,
): Promise<Dimensions> {
  switch (sniffed.kind) {
    case "image":
      return await probePicture(path, sniffed.format, deps, signal);
    case "video":
      return await probeFilmFile(path, sniffed.container, deps, signal);
    case "audio":
      return await probeAudioFile(path, deps, signal);
  }
}

async function probePicture(path: string, format: string, deps: ProbeDeps, signal: AbortSignal): Promise<Dimensions> {
  const limits = deps.limits ?? PROBE_LIMITS;
  const run = (): Promise<PictureProbe> => deps.pictures.run("probe", { path, ...limits, signal });
  const probe = await twiceAfterCrash(run).catch(async (error: unknown) => {
    if (!(error instanceof AnalysisFailed) || !isFileAtFault(error)) throw error;
    const claimed = await claimedSize(path);
    if (claimed !== null) requireSmall(claimed);
    throw unreadable("The dimensions of the image cannot be read.");
  });
  const { width, height } = probe;
  if (probe.format !== format || width < 1 || height < 1)
    throw unreadable("The dimensions of the image cannot be read.");
  requireSmall(probe);
  return { width, height, duration: null };
}

function requireSmall({ width, height }: ClaimedSize): void {
  if (width <= PICTURE_SIDE_MAX && height <= PICTURE_SIDE_MAX) return;
  throw refuse("image_dimensions_exceeded", {
    detail: `Images can be at most 4,096 pixels wide and 4,096 pixels high; this one is ${width} × ${height}.`,
    meta: {
      limit_width: PICTURE_SIDE_MAX,
      limit_height: PICTURE_SIDE_MAX,
      actual_width: width,
      actual_height: height,
    },
  });
}

/** The system kills processes for lack of memory, so one crash says little about the file. */
async function twiceAfterCrash<Answer>(run: () => Promise<Answer>): Promise<Answer> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof AnalysisFailed && error.how === "crashed") return await run();
    throw error;
  }
}

function isFileAtFault({ how }: AnalysisFailed): boolean {
  return how === "refused" || how === "crashed" || how === "exhausted";
}

async function probeFilmFile(
  path: string,
  container: "mov" | "matroska",
  { parts, films, limits = PROBE_LIMITS }: ProbeDeps,
  signal: AbortSignal,
): Promise<Dimensions> {
  const run = { priority: "request", signal, limits } as const;
  const { width, height, duration } = await films
    .through(async () => {
      signal.throwIfAborted();
      return await probeFilm(path, container, parts, run);
    })
    .catch((error: unknown) => {
      throw error instanceof FilmUnreadable ? unreadable(`The video cannot be read. ${error.message}`) : error;
    });
  if (duration > FILM_SECONDS_MAX + FILM_SECONDS_TOLERANCE) {
    throw refuse("video_duration_exceeded", {
      detail: `Videos can be at most 10 minutes long; this one is ${Math.round(duration)} seconds long.`,
      meta: { limit_seconds: FILM_SECONDS_MAX, actual_seconds: Math.round(duration * 1_000) / 1_000 },
    });
  }
  return { width, height, duration };
}

async function probeAudioFile(
  path: string,
  { parts, films, limits = PROBE_LIMITS }: ProbeDeps,
  signal: AbortSignal,
): Promise<Dimensions> {
  const { duration } = await films
    .through(async () => {
      signal.throwIfAborted();
      const [demuxer, program] = [await demuxerOf(path), await parts.ffprobePath()];
      return await probeAudio(program, path, demuxer, { priority: "request", signal, limits });
    })
    .catch((error: unknown) => {
      throw error instanceof AudioUnreadable ? unreadable(`The audio file cannot be read. ${error.message}`) : error;
    });
  if (duration !== null && duration > AUDIO_SECONDS_MAX + AUDIO_SECONDS_TOLERANCE) {
    throw refuse("audio_duration_exceeded", {
      detail: `Audio files can be at most 60 minutes long; this one is ${Math.round(duration)} seconds long.`,
      meta: { limit_seconds: AUDIO_SECONDS_MAX, actual_seconds: Math.round(duration * 1_000) / 1_000 },
    });
  }
  return { width: null, height: null, duration };
}

function unreadable(detail: string): Refused {
  return refuse("unsupported_format", { detail });
}

function tooBusy(timeoutMs: number): UploadImpossible {
  const cause = new Error(`The upload could not be probed within ${timeoutMs / 1_000} seconds.`);
  return uploadImpossible(
    cause,
    "The service is too busy to check the file. Upload it again after the time in Retry-After.",
  );
}

/** Returns the refusal for a failure of the service. The cause is for the log, not for the client. */
export function uploadImpossible(cause: unknown, detail?: string): UploadImpossible {
  return new UploadImpossible(messageOf(cause), detail);
}

export class UploadImpossible extends Refused {
  readonly reason: string;

  constructor(reason: string, detail?: string) {
    super([refusal("upload_impossible", detail === undefined ? {} : { detail })], {
      "retry-after": String(RETRY_AFTER_SECONDS),
      connection: "close",
    });
    this.reason = reason;
  }
}
