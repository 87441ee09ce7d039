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
  const filters = [
    ...(isReduced ? [`fps=${rate}`] : []),
    ...(skipped > 0 ? [`trim=start=${skipped.toFixed(3)}`] : []),
    pictureThenFrames(size),
  ].join(",");
  const output = ["-frames:v", String(1 + frameCount), "-fps_mode", "passthrough", "-f", "rawvideo", "pipe:1"];
  const [pictureBytes, frameBytes] = [bytesOf(size), bytesOf(MOTION_SIZE)];
  const frames: Uint8Array[] = [];
  let picture = null as Pixels | null;
  const take = frameSplitter({ first: pictureBytes, others: frameBytes }, (frame) => {
    if (picture === null) picture = { data: frame.slice(), ...size };
    else frames.push(greyOf(frame));
  });
  const limits = { cpuMsMax: CPU_MS_MAX[start], outputBytesMax: pictureBytes + frameBytes * frameCount };
  const options = ["-filter_complex", `[0:v:0]${filters}[out]`, "-map", "[out]", ...output];
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

/**
 * Returns an ffmpeg filter that outputs the first picture in its size, and then all frames, the first one too, in the size for
 * motion. Pictures of the other frames are never needed, and would be nine tenths of the output.
 */
function pictureThenFrames(size: Size): string {
  const scaled = ({ width, height }: Size): string => `scale=${width}:${height}:flags=area,setsar=1,format=rgb24`;
  // Frames after a keyframe before the seek have negative times, which rawvideo refuses.
  const joined = "[picture][frames]concat=unsafe=1,setpts=N";
  return `split[a][b];[a]trim=end_frame=1,${scaled(size)}[picture];[b]${scaled(MOTION_SIZE)}[frames];${joined}`;
}

function bytesOf({ width, height }: Size): number {
  return width * height * CHANNELS;
}

function greyOf(rgb: Uint8Array): Uint8Array {
  const grey = new Uint8Array(rgb.length / CHANNELS);
  for (let at = 0; at < grey.length; at++) grey[at] = Math.round(lumaAt(rgb, at * CHANNELS));
  return grey;
}
