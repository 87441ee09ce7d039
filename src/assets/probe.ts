import { FilmUnreadable } from "../analysis/unreadable.ts";
import { probeFilm } from "../analysis/probe-film.ts";
import { AnalysisFailed } from "../analysis/pool/analysis-child.ts";
import type { AnalysisPool } from "../analysis/pool/analysis-pool.ts";
import { messageOf } from "../lib/assert.ts";
import type { Timer } from "../lib/timer.ts";
import type { Gate } from "../lib/gate.ts";
import { Refused, refusal, refuse } from "../lib/refusal.ts";
import type { NativeParts } from "../native/native-parts.ts";
import { PROBE_LIMITS, type ProbeLimits } from "../native/run-ffprobe.ts";
import { FILM_SECONDS_MAX, FILM_SECONDS_TOLERANCE, PICTURE_SIDE_MAX } from "./limits.ts";
import type { SniffedType } from "./media-type.ts";

const RETRY_AFTER_SECONDS = 30;

export interface Dimensions {
  readonly width: number;
  readonly height: number;
  /** Seconds; null for a picture. */
  readonly duration: number | null;
}

/** A request waits for a probe, so nothing here waits for work in the background. */
export interface Probing {
  /** Of priority `request`, and for probes alone. */
  readonly pictures: Pick<AnalysisPool, "run">;
  readonly parts: Pick<NativeParts, "ffprobePath" | "ffmpegPath">;
  /** How many ffprobes run at once. */
  readonly films: Gate;
  readonly timer: Timer;
  /** For tests. */
  readonly limits?: ProbeLimits;
}

/**
 * Reads dimensions and duration out of a file's head and holds them against the limits. Throws Refused: 422 for a file
 * that cannot be read, which includes one that takes too much processor time; 503 when the machine is at fault, which includes one
 * that is too busy to answer in time.
 */
export async function probeUpload(path: string, sniffed: SniffedType, probing: Probing): Promise<Dimensions> {
  const { timeoutMs } = probing.limits ?? PROBE_LIMITS;
  const aborted = new AbortController();
  const late = Promise.withResolvers<never>();
  // A wait for a turn counts too, so the clock starts here.
  const stopClock = probing.timer.after(timeoutMs, () => {
    late.reject(tooBusy(timeoutMs));
    aborted.abort();
  });
  const { signal } = aborted;
  try {
    const probe =
      sniffed.kind === "image"
        ? probePicture(path, sniffed.format, probing, signal)
        : probeFilmFile(path, sniffed.container, probing, signal);
    return await Promise.race([probe, late.promise]);
  } catch (error) {
    throw error instanceof Refused ? error : uploadImpossible(error);
  } finally {
    stopClock();
  }
}

async function probePicture(path: string, format: string, probing: Probing, signal: AbortSignal): Promise<Dimensions> {
  const limits = probing.limits ?? PROBE_LIMITS;
  const probe = await probing.pictures.run("probe", { path, ...limits, signal }).catch((error: unknown) => {
    throw error instanceof AnalysisFailed && isOfThePicture(error)
      ? unreadable("The picture's dimensions cannot be read.")
      : error;
  });
  const { width, height } = probe;
  if (probe.format !== format || width < 1 || height < 1) throw unreadable("The picture's dimensions cannot be read.");
  if (width > PICTURE_SIDE_MAX || height > PICTURE_SIDE_MAX) {
    throw refuse("image_dimensions_exceeded", {
      detail: `A picture may be 4,096 pixels wide and high at most, got ${width} × ${height}.`,
      meta: {
        limit_width: PICTURE_SIDE_MAX,
        limit_height: PICTURE_SIDE_MAX,
        actual_width: width,
        actual_height: height,
      },
    });
  }
  return { width, height, duration: null };
}

function isOfThePicture({ how }: AnalysisFailed): boolean {
  return how === "refused" || how === "crashed" || how === "exhausted";
}

async function probeFilmFile(
  path: string,
  container: "mov" | "matroska",
  { parts, films, limits = PROBE_LIMITS }: Probing,
  signal: AbortSignal,
): Promise<Dimensions> {
  const run = { priority: "request", signal, limits } as const;
  const { width, height, duration } = await films
    .through(async () => {
      signal.throwIfAborted();
      return await probeFilm(path, container, parts, run);
    })
    .catch((error: unknown) => {
      throw error instanceof FilmUnreadable ? unreadable(`The film cannot be read. ${error.message}`) : error;
    });
  if (duration > FILM_SECONDS_MAX + FILM_SECONDS_TOLERANCE) {
    throw refuse("video_duration_exceeded", {
      detail: `A film may last 10 minutes at most, got ${Math.round(duration)} seconds.`,
      meta: { limit_seconds: FILM_SECONDS_MAX, actual_seconds: Math.round(duration * 1_000) / 1_000 },
    });
  }
  return { width, height, duration };
}

function unreadable(detail: string): Refused {
  return refuse("unsupported_format", { detail });
}

function tooBusy(timeoutMs: number): UploadImpossible {
  const cause = new Error(`The upload could not be probed within ${timeoutMs / 1_000} seconds.`);
  return uploadImpossible(cause, "The service is too busy to look at the file now; upload it again after Retry-After.");
}

/** It is our side that is lacking; the cause is for the log. */
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
