import type { Static, TSchema } from "@sinclair/typebox";
import { SECOND_MS } from "../lib/clock.ts";
import { parseChecked } from "../lib/parse-json.ts";
import { backgroundLimits } from "./background-limits.ts";
import { FFMPEG_MEMORY_BYTES_MAX, type FfmpegSource, sourceOptions } from "./ffmpeg-source.ts";
import {
  type ChildLimits,
  type ChildPriority,
  type ChildResult,
  type ChildRun,
  isEndedFromOutside,
  runChild,
} from "./run-child.ts";

const OUTPUT_BYTES_MAX = 500_000;
/** ffprobe exits with this status if it cannot read a file. A shell that cannot start it exits with a higher one. */
const UNREADABLE_STATUS = 1;

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
  /** By default PROBE_LIMITS, and in the background those of work that nobody waits for. */
  readonly limits?: Pick<ChildLimits, keyof ProbeLimits | "stalledMs">;
}

const LIMITS: Readonly<Record<ChildPriority, ProbeLimits>> = {
  request: PROBE_LIMITS,
  soon: backgroundLimits(PROBE_LIMITS.cpuMsMax),
  background: backgroundLimits(PROBE_LIMITS.cpuMsMax),
};

/** The entries to read from a header (ffprobe's option `-show_entries`), and the schema of the JSON that it prints. */
export interface HeaderQuery<Report extends TSchema> {
  readonly entries: string;
  readonly report: Report;
}

/**
 * Reads the header of an untrusted file with ffprobe. Returns "unreadable" for a file without the expected report, and "too slow"
 * for one that used up the processor time. Throws the signal's reason, and an Error if the machine is at fault: too busy, out of
 * memory, ffprobe missing.
 */
export async function readHeader<Report extends TSchema>(
  program: string,
  source: FfmpegSource,
  { entries, report }: HeaderQuery<Report>,
  run: FfprobeRun,
): Promise<Static<Report> | "unreadable" | "too slow"> {
  const result = await runFfprobe(program, source, entries, run);
  if (result.end === "cpu-exceeded") return "too slow";
  const { timeoutMs } = run.limits ?? LIMITS[run.priority];
  if (result.end === "timed-out") throw new Error(`ffprobe did not end within ${timeoutMs / SECOND_MS} seconds.`);
  if (result.end === "stalled") throw new Error("ffprobe was stalled: it used no processor time.");
  throwIfNotRun(result);
  return parseChecked(report, new TextDecoder().decode(result.stdout)) ?? "unreadable";
}

/** Runs ffprobe on an untrusted source, so that it prints `entries` as JSON. Throws the signal's reason. */
export async function runFfprobe(
  program: string,
  source: FfmpegSource,
  entries: string,
  run: FfprobeRun,
): Promise<ChildResult> {
  const limits = run.limits ?? LIMITS[run.priority];
  const printing = ["-v", "error", "-show_entries", entries, "-of", "json"];
  const result = await runChild([program, ...printing, ...sourceOptions(source)], {
    ...run,
    limits: { ...limits, memoryBytesMax: FFMPEG_MEMORY_BYTES_MAX, outputBytesMax: OUTPUT_BYTES_MAX },
  });
  run.signal?.throwIfAborted();
  return result;
}

/** Parses a number that ffprobe printed. Null if it is absent, "N/A" or not a valid length or rate. */
export function positiveNumber(text: string | number | undefined): number | null {
  const value = Number(text);
  return Number.isFinite(value) && value > 0 ? value : null;
}

/** Throws if ffprobe was killed from outside, for example for lack of memory, or could not be started. */
function throwIfNotRun(result: ChildResult): void {
  const { end, exitCode, signal, stderr } = result;
  const wasKilled = end === "exited" && isEndedFromOutside(result);
  const wasNotStarted = exitCode !== null && exitCode > UNREADABLE_STATUS;
  if (!wasKilled && !wasNotStarted) return;
  throw new Error(`ffprobe failed (${signal ?? `status ${exitCode}`}): ${stderr.trim()}`);
}
