import { FilmUnreadable } from "../analysis/unreadable.ts";
import { probeFilm } from "../analysis/probe-film.ts";
import { AnalysisFailed } from "../analysis/pool/analysis-child.ts";
import type { AnalysisPool } from "../analysis/pool/analysis-pool.ts";
import { messageOf } from "../lib/assert.ts";
import type { Gate } from "../lib/gate.ts";
import { Refused, refusal, refuse } from "../lib/refusal.ts";
import type { NativeParts } from "../native/native-parts.ts";
import { FILM_SECONDS_MAX, FILM_SECONDS_TOLERANCE, PICTURE_SIDE_MAX } from "./limits.ts";
import type { SniffedType } from "./media-type.ts";

const PROBE_WITHIN_MS = 20_000;
const RETRY_AFTER_SECONDS = 30;

export interface Dimensions {
  readonly width: number;
  readonly height: number;
  /** Seconds; null for a picture. */
  readonly duration: number | null;
}

export interface Probing {
  readonly pictures: Pick<AnalysisPool, "run">;
  readonly parts: NativeParts;
  /** How many ffprobes run at once. */
  readonly films: Gate;
}

/** Reads dimensions and duration out of a file's head and holds them against the limits. Throws Refused. */
export async function probeUpload(path: string, sniffed: SniffedType, probing: Probing): Promise<Dimensions> {
  return sniffed.kind === "image"
    ? await probePicture(path, sniffed.format, probing)
    : await probeFilmFile(path, sniffed.container, probing);
}

async function probePicture(path: string, format: string, { pictures }: Probing): Promise<Dimensions> {
  const probe = await pictures.run("probe", { path, timeoutMs: PROBE_WITHIN_MS }).catch((error: unknown) => {
    if (error instanceof AnalysisFailed && error.how !== "not-started" && error.how !== "aborted") {
      throw unreadable("The picture's dimensions cannot be read.");
    }
    throw uploadImpossible(error);
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

async function probeFilmFile(
  path: string,
  container: "mov" | "matroska",
  { parts, films }: Probing,
): Promise<Dimensions> {
  const { width, height, duration } = await films
    .through(() => probeFilm(path, container, parts))
    .catch((error: unknown) => {
      if (error instanceof FilmUnreadable) throw unreadable(`The film cannot be read. ${error.message}`);
      throw uploadImpossible(error);
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
