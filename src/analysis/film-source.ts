import type { FfmpegSource } from "../native/ffmpeg-source.ts";
import type { FilmProbe } from "./pool/protocol.ts";

/** 8K has 33 million pixels. Such a frame and its reference frames still fit in a child's memory. */
const PIXELS_MAX = 36_000_000;

/** A film as ffmpeg and ffprobe read it. */
export function filmSource(path: string, container: FilmProbe["container"]): FfmpegSource {
  return { path, demuxer: container, pixelsMax: PIXELS_MAX };
}
