import type { FfmpegSource } from "../../native/ffmpeg-source.ts";
import { SECOND_MS } from "../../lib/clock.ts";
import { WALL_MS_MAX } from "../../native/background-limits.ts";
import type { ChildEnd } from "../../native/run-child.ts";
import { type FfmpegRun, runFfmpeg } from "../../native/run-ffmpeg.ts";
import type { FilmProbe } from "../pool/protocol.ts";
import { FilmUnreadable } from "../unreadable.ts";

/** 8K has 33 million pixels. Such a frame and its reference frames still fit in a child's memory. */
const PIXELS_MAX = 36_000_000;

/** A film as ffmpeg and ffprobe read it. */
export function filmSource(path: string, container: FilmProbe["container"]): FfmpegSource {
  return { path, demuxer: container, pixelsMax: PIXELS_MAX };
}

export interface FilmRun extends Omit<FfmpegRun, "source" | "priority" | "limits"> {
  readonly limits: {
    /** Processor time. It depends on the film only, so that a film ends the same on a busy machine. */
    readonly cpuMsMax: number;
    readonly outputBytesMax: number;
  };
}

/** Returns the input options that ffmpeg needs to decode this film correctly after a seek (`x264-version.ts`). */
export function decoderOptions({ x264Version }: FilmProbe): readonly string[] {
  return x264Version === null ? [] : ["-x264_build", String(x264Version)];
}

/**
 * Runs ffmpeg on a film and passes stdout to `take`. Throws FilmUnreadable if ffmpeg needs too much processor time, FfmpegKilled, and
 * the signal's reason. The caller's process limits the time in which ffmpeg makes no progress (`native/background-limits.ts`).
 */
export async function runOnFilm(
  path: string,
  film: FilmProbe,
  run: FilmRun,
  take: (chunk: Uint8Array) => void,
): Promise<ChildEnd> {
  const source = filmSource(path, film.container);
  const limits = { ...run.limits, timeoutMs: WALL_MS_MAX };
  const inputOptions = [...decoderOptions(film), ...(run.inputOptions ?? [])];
  // The priority of this process, which depends on the length of the film.
  const options = { ...run, inputOptions, limits, source, priority: "request" } as const;
  const ended = await runFfmpeg(film.ffmpegPath, options, take);
  throwIfTooMuch(ended, run.limits.cpuMsMax);
  return ended;
}

/** The exit code is not checked: parts of a damaged film can be decoded, so callers check the output and the log. */
function throwIfTooMuch({ end }: ChildEnd, cpuMsMax: number): void {
  if (end !== "cpu-exceeded") return;
  throw new FilmUnreadable(`Decoding a part of it takes more than ${cpuMsMax / SECOND_MS} seconds of processor time.`);
}
