import type { StructureDocument } from "../../../schema/wire/structure.ts";
import { backgroundLimits } from "../../native/background-limits.ts";
import { runFfmpeg } from "../../native/run-ffmpeg.ts";
import { demuxerOf } from "../audio-demuxer.ts";
import { AudioUnreadable } from "../audio-unreadable.ts";
import { AUDIO_RATE, SAMPLE_BYTES } from "../samples.ts";
import { structureExtractor } from "./structure-extractor.ts";

/** Processor time of ffmpeg. */
const CPU_MS_MAX = 600_000;
/** Longer files have no structure. */
const SECONDS_MAX = 4 * 3_600;
const OUTPUT = ["-map", "0:a:0", "-ac", "1", "-ar", String(AUDIO_RATE), "-c:a", "pcm_s16le", "-f", "s16le", "pipe:1"];

/**
 * Decodes a file and finds its structure. It blocks the thread for about half a second per three minutes, so it runs in a child
 * process (structure-apart.ts), and ffmpeg has the priority of that process. Throws AudioUnreadable with a sentence for people,
 * the signal's reason, and file system errors.
 */
export async function findStructure(path: string, ffmpeg: string, signal: AbortSignal): Promise<StructureDocument> {
  const extractor = structureExtractor();
  const source = { path, demuxer: await demuxerOf(path) };
  const limits = { ...backgroundLimits(CPU_MS_MAX), outputBytesMax: SECONDS_MAX * AUDIO_RATE * SAMPLE_BYTES };
  const run = { source, options: OUTPUT, limits, priority: "request", signal } as const;
  const { end } = await runFfmpeg(ffmpeg, run, (chunk) => extractor.take(chunk));
  if (end === "cpu-exceeded") throw new AudioUnreadable("Decoding it takes too much processor time.");
  if (end === "output-exceeded") throw new AudioUnreadable("It is longer than 4 hours.");
  if (end === "timed-out" || end === "stalled") throw new Error(`ffmpeg made no progress (${end}).`);
  const structure = extractor.structure();
  if (structure.duration === 0) throw new AudioUnreadable("None of its sound can be decoded.");
  return structure;
}
