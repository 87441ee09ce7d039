import { lumaAt, type Pixels } from "../pixels.ts";
import type { FilmProbe } from "../pool/protocol.ts";
import { frameSplitter } from "./frame-splitter.ts";
import { reportsDamage } from "./reported-damage.ts";
import { runOnFilm } from "./run-on-film.ts";

/** One second of a film at its full frame rate. */
export interface Moment {
  /** Approximate start in seconds: the moment starts at the keyframe before it. */
  readonly at: number;
  /** Frames per second. */
  readonly rate: number;
  /** The first frame, upright. */
  readonly picture: Pixels;
  /** All frames, in grey, with `MOTION_SIZE`. */
  readonly frames: readonly Uint8Array[];
}

/** Frame size for measuring motion: powers of two for the Fourier transform, whatever the aspect ratio of the film. */
export const MOTION_SIZE = { width: 128, height: 64 } as const;

const MOMENTS_MAX = 30;
const SECONDS_BETWEEN = 2;
const SECONDS = 1;
/** A time-lapse can have one frame per second, but a single frame shows no motion. */
const FRAMES_MIN = 6;
const FRAME_RATE_MAX = 30;
const UNKNOWN_RATE = 25;
const PICTURE_SIDE = 256;
/** Processor time. */
const CPU_MS_MAX = { keyframe: 30_000, exact: 30_000, earlier: 60_000 } as const;
const CHANNELS = 3;
/** After damage, decoding starts this much earlier: at an earlier keyframe in most films. */
const EARLIER_SECONDS = 12;
const ROW_BYTES = PICTURE_SIDE * CHANNELS;

/** Returns the start times of the moments: each in the middle of an equal part of the film. */
export function momentTimes(duration: number): readonly number[] {
  const count = Math.min(MOMENTS_MAX, Math.max(1, Math.ceil(duration / SECONDS_BETWEEN)));
  const part = duration / count;
  return Array.from({ length: count }, (_, index) => index * part + Math.max(0, part - SECONDS) / 2);
}

/**
 * Where decoding starts: at the keyframe before the moment, which becomes its start; there, but the moment starts at its exact
 * time; or at an earlier keyframe.
 */
type Start = "keyframe" | "exact" | "earlier";

/**
 * Decodes one moment. It starts at a keyframe, because decoding up to an exact time costs more than the moment itself.
 * `exactly` is for films with few keyframes. If ffmpeg reports damage, decoding starts again at an earlier keyframe.
 * Returns null if nothing can be decoded without damage. Throws FilmUnreadable if it takes too much processor time, and the
 * signal's reason.
 */
export async function momentAt(
  path: string,
  film: FilmProbe,
  at: number,
  exactly: boolean,
  signal: AbortSignal,
): Promise<Moment | null> {
  const first = await decodeMoment(path, film, at, exactly ? "exact" : "keyframe", signal);
  if (first !== "damaged") return first;
  const second = await decodeMoment(path, film, at, "earlier", signal);
  return second === "damaged" ? null : second;
}

async function decodeMoment(
  path: string,
  film: FilmProbe,
  at: number,
  start: Start,
  signal: AbortSignal,
): Promise<Moment | "damaged" | null> {
  const rate = Math.min(FRAME_RATE_MAX, film.frameRate ?? UNKNOWN_RATE);
  const frameCount = Math.max(FRAMES_MIN, Math.ceil(SECONDS * rate));
  const size = pictureSize(film);
  const isReduced = (film.frameRate ?? UNKNOWN_RATE) > FRAME_RATE_MAX;
  const skipped = start === "earlier" ? Math.min(at, EARLIER_SECONDS) : 0;
  const seeking = start === "keyframe" ? ["-noaccurate_seek"] : [];
  const inputOptions = ["-skip_loop_filter", "noref", "-ss", (at - skipped).toFixed(3), ...seeking];
  const filters = `[0:v:0]${isReduced ? `fps=${rate},` : ""}${bothSizes(size)}[out]`;
  const output = [
    "-map",
    "[out]",
    ...(skipped > 0 ? ["-ss", skipped.toFixed(3)] : []),
    "-frames:v",
    String(frameCount),
    "-fps_mode",
    "passthrough",
    "-f",
    "rawvideo",
    "pipe:1",
  ];
  const frameBytes = ROW_BYTES * (size.height + MOTION_SIZE.height);
  const frames: Uint8Array[] = [];
  let picture: Pixels | null = null;
  const take = frameSplitter(frameBytes, (frame) => {
    picture ??= { data: cropped(frame, size), ...size };
    frames.push(greyOf(frame.subarray(ROW_BYTES * size.height)));
  });
  const limits = { cpuMsMax: CPU_MS_MAX[start], outputBytesMax: frameBytes * frameCount };
  const options = ["-filter_complex", filters, ...output];
  const run = { inputOptions, options, limits, signal, logLevel: "warning" } as const;
  const { stderr } = await runOnFilm(path, film, run, take);
  if (reportsDamage(stderr)) return "damaged";
  return picture === null ? null : { at, rate, picture, frames };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Returns the size of the film, scaled down to `PICTURE_SIDE`. */
function pictureSize({ width, height }: Size): Size {
  const scale = Math.min(1, PICTURE_SIDE / Math.max(width, height));
  const scaled = (side: number): number => Math.max(1, Math.round(side * scale));
  return { width: scaled(width), height: scaled(height) };
}

/** Returns an ffmpeg filter that stacks both sizes in one frame: the picture on top, the frame for motion below. */
function bothSizes({ width, height }: Size): string {
  const part = (name: string, size: Size): string =>
    `[${name}]scale=${size.width}:${size.height}:flags=area,setsar=1,format=rgb24,pad=${PICTURE_SIDE}:${size.height}[${name}s]`;
  return `split[a][b];${part("a", { width, height })};${part("b", MOTION_SIZE)};[as][bs]vstack`;
}

function cropped(frame: Uint8Array, { width, height }: Size): Uint8Array {
  const data = new Uint8Array(width * height * CHANNELS);
  for (let row = 0; row < height; row++) {
    data.set(frame.subarray(row * ROW_BYTES, row * ROW_BYTES + width * CHANNELS), row * width * CHANNELS);
  }
  return data;
}

function greyOf(rows: Uint8Array): Uint8Array {
  const { width, height } = MOTION_SIZE;
  return Uint8Array.from({ length: width * height }, (_, at) => {
    const from = Math.floor(at / width) * ROW_BYTES + (at % width) * CHANNELS;
    return Math.round(lumaAt(rows, from));
  });
}
