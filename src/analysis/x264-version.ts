import type { FfprobeRun } from "../native/run-ffprobe.ts";
import { runFfmpeg } from "../native/run-ffmpeg.ts";
import { filmSource } from "./film/run-on-film.ts";
import type { FilmProbe } from "./pool/protocol.ts";

const LIMITS = { timeoutMs: 20_000, outputBytesMax: 65_536 } as const;
const VERSION = /x264 - core (\d{1,4})\b/;

/**
 * Returns the version of x264 that made a film, or null. Versions before 151 encoded 4:4:4 differently from the
 * standard. ffmpeg corrects this if it knows the version, but only the first packet of a film names it: after a seek,
 * ffmpeg would decode such a film into green blocks.
 */
export async function x264VersionOf(
  path: string,
  { container, ffmpegPath }: Pick<FilmProbe, "container" | "ffmpegPath">,
  { signal, priority }: FfprobeRun,
): Promise<number | null> {
  const options = ["-map", "0:v:0", "-frames:v", "1", "-c:v", "copy", "-f", "data", "pipe:1"];
  const run = { source: filmSource(path, container), options, limits: LIMITS, priority } as const;
  const chunks: Uint8Array[] = [];
  // The version is at the start of the packet, so a packet that exceeds the limit is no problem.
  await runFfmpeg(ffmpegPath, signal === undefined ? run : { ...run, signal }, (chunk) => void chunks.push(chunk));
  const version = VERSION.exec(Buffer.concat(chunks).toString("latin1"))?.[1];
  return version === undefined ? null : Number(version);
}
