import { type ChildLimits, runChild } from "../native/run-child.ts";
import type { FilmProbe } from "./pool/protocol.ts";

const LIMITS: ChildLimits = { timeoutMs: 20_000, memoryBytesMax: 1_500_000_000, outputBytesMax: 20_000_000 };
const PIXELS_MAX = "67108864";
const SIDE = 512;

/** Returns the frame at `seconds` of a local film as an upright PNG of at most 512 pixels per side. Null if there is none. */
export async function frameAt(
  path: string,
  film: FilmProbe,
  seconds: number,
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  const reading = ["-v", "error", "-nostdin", "-threads", "1", "-protocol_whitelist", "file,pipe"];
  const input = ["-max_pixels", PIXELS_MAX, "-ss", seconds.toFixed(3), "-f", film.container, "-i", `file:${path}`];
  const shrinking = `scale=w='min(${SIDE},iw)':h='min(${SIDE},ih)':force_original_aspect_ratio=decrease`;
  const output = ["-map", "0:v:0", "-frames:v", "1", "-vf", shrinking, "-c:v", "png", "-f", "image2pipe", "pipe:1"];
  const run = { limits: LIMITS, priority: "background", signal } as const;
  const result = await runChild([film.ffmpegPath, ...reading, ...input, ...output], run);
  return result.stdout.length > 0 && result.end === "exited" ? result.stdout : null;
}
