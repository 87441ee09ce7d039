import type { FfmpegSource } from "../../native/ffmpeg-source.ts";
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

/** Runs ffmpeg on a film and passes stdout to `take`. Throws FilmUnreadable if ffmpeg hangs, and the signal's reason. */
export async function runOnFilm(
  path: string,
  film: FilmProbe,
  run: Omit<FfmpegRun, "source" | "priority">,
  take: (chunk: Uint8Array) => void,
): Promise<ChildEnd> {
  const source = filmSource(path, film.container);
  const ended = await runFfmpeg(film.ffmpegPath, { ...run, source, priority: "background" }, take);
  throwIfHung(ended);
  return ended;
}

/** The exit code is not checked: a damaged film is decoded up to the damage, so callers check the output instead. */
function throwIfHung({ end }: ChildEnd): void {
  if (end === "timed-out") throw new FilmUnreadable("The film took too long to decode.");
}
