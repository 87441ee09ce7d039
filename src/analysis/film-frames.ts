import { backgroundLimits } from "../native/background-limits.ts";
import { runFfmpeg } from "../native/run-ffmpeg.ts";
import { reportsDamage } from "./film/reported-damage.ts";
import { decoderOptions } from "./film/run-on-film.ts";
import type { FilmProbe } from "./pool/protocol.ts";

const LIMITS = { ...backgroundLimits(20_000), outputBytesMax: 20_000_000 } as const;
/** More than for the analysis: a film that is too large to analyse can still match the blocklist. */
const PIXELS_MAX = 67_108_864;
const SIDE = 512;

/**
 * Returns the frame at `seconds` of a local film as an upright PNG of at most 512 pixels per side. Null if there is none
 * or if it is damaged.
 */
export async function frameAt(path: string, film: FilmProbe, seconds: number): Promise<Uint8Array | null> {
  const shrinking = `scale=w='min(${SIDE},iw)':h='min(${SIDE},ih)':force_original_aspect_ratio=decrease`;
  const output = ["-map", "0:v:0", "-frames:v", "1", "-vf", shrinking, "-c:v", "png", "-f", "image2pipe", "pipe:1"];
  const source = { path, demuxer: film.container, pixelsMax: PIXELS_MAX };
  const inputOptions = [...decoderOptions(film), "-ss", seconds.toFixed(3)];
  const run = {
    source,
    inputOptions,
    options: output,
    limits: LIMITS,
    priority: "request",
    logLevel: "warning",
  } as const;
  const chunks: Uint8Array[] = [];
  const { end, stderr } = await runFfmpeg(film.ffmpegPath, run, (chunk) => void chunks.push(chunk));
  const isWhole = chunks.length > 0 && end === "exited" && !reportsDamage(stderr);
  return isWhole ? Buffer.concat(chunks) : null;
}
