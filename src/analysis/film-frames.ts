import { backgroundLimits } from "../native/background-limits.ts";
import { runFfmpeg } from "../native/run-ffmpeg.ts";
import type { FilmProbe } from "./pool/protocol.ts";

const LIMITS = { ...backgroundLimits(20_000), outputBytesMax: 20_000_000 } as const;
/** More than for the analysis: a film that is too large to analyse can still match the blocklist. */
const PIXELS_MAX = 67_108_864;
const SIDE = 512;

/** Returns the frame at `seconds` of a local film as an upright PNG of at most 512 pixels per side. Null if there is none. */
export async function frameAt(path: string, film: FilmProbe, seconds: number): Promise<Uint8Array | null> {
  const shrinking = `scale=w='min(${SIDE},iw)':h='min(${SIDE},ih)':force_original_aspect_ratio=decrease`;
  const output = ["-map", "0:v:0", "-frames:v", "1", "-vf", shrinking, "-c:v", "png", "-f", "image2pipe", "pipe:1"];
  const source = { path, demuxer: film.container, pixelsMax: PIXELS_MAX };
  const inputOptions = ["-ss", seconds.toFixed(3)];
  const run = { source, inputOptions, options: output, limits: LIMITS, priority: "background" } as const;
  const chunks: Uint8Array[] = [];
  const { end } = await runFfmpeg(film.ffmpegPath, run, (chunk) => void chunks.push(chunk));
  return chunks.length > 0 && end === "exited" ? Buffer.concat(chunks) : null;
}
