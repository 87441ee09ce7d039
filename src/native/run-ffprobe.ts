import { SECOND_MS } from "../lib/clock.ts";
import { FFMPEG_MEMORY_BYTES_MAX, type FfmpegSource, sourceOptions } from "./ffmpeg-source.ts";
import { type ChildLimits, type ChildResult, type ChildRun, runChild } from "./run-child.ts";

const OUTPUT_BYTES_MAX = 500_000;

/** Limits for reading a header, in milliseconds. */
export interface ProbeLimits {
  /** Wall clock. Generous, because a busy machine is slow with every file. */
  readonly timeoutMs: number;
  /** Processor time, which depends on the file only. */
  readonly cpuMsMax: number;
}

/** A header takes about 50 ms of processor time. */
export const PROBE_LIMITS: ProbeLimits = { timeoutMs: 60 * SECOND_MS, cpuMsMax: 10 * SECOND_MS };

export interface FfprobeRun extends Omit<ChildRun, "limits"> {
  readonly limits?: Pick<ChildLimits, keyof ProbeLimits>;
}

/**
 * Runs ffprobe on an untrusted source. `entries` selects what it prints, as JSON (its option `-show_entries`). Throws the
 * signal's reason.
 */
export async function runFfprobe(
  program: string,
  source: FfmpegSource,
  entries: string,
  { limits = PROBE_LIMITS, ...run }: FfprobeRun,
): Promise<ChildResult> {
  const printing = ["-v", "error", "-show_entries", entries, "-of", "json"];
  const result = await runChild([program, ...printing, ...sourceOptions(source)], {
    ...run,
    limits: { ...limits, memoryBytesMax: FFMPEG_MEMORY_BYTES_MAX, outputBytesMax: OUTPUT_BYTES_MAX },
  });
  run.signal?.throwIfAborted();
  return result;
}
