import { SECOND_MS } from "../lib/clock.ts";
import { type ChildPriority, runChild } from "./run-child.ts";

const MEMORY_BYTES_MAX = 1_500_000_000;
const OUTPUT_BYTES_MAX = 500_000;
/** The status of ffprobe for a file that it cannot read; a shell that cannot start it ends with a higher one. */
const UNREADABLE_STATUS = 1;

/** Bounds of reading a header, in milliseconds. */
export interface ProbeLimits {
  /** Wall clock: generous, because a busy machine makes a good file slow. */
  readonly timeoutMs: number;
  /** Processor time: what the file itself costs. */
  readonly cpuMsMax: number;
}

/** A header takes some 50 ms of processor time. */
export const PROBE_LIMITS: ProbeLimits = { timeoutMs: 60 * SECOND_MS, cpuMsMax: 10 * SECOND_MS };

export interface FfprobeRun {
  readonly priority: ChildPriority;
  readonly signal?: AbortSignal;
  readonly limits?: ProbeLimits;
}

/**
 * Runs ffprobe on a file. Returns what it printed, empty or cut off for a file that it cannot read; null when the file used up the
 * processor time. Throws the signal's reason, and an Error when the machine is at fault: too busy, out of memory, ffprobe
 * missing.
 */
export async function runFfprobe(
  command: readonly [string, ...string[]],
  { priority, signal, limits = PROBE_LIMITS }: FfprobeRun,
): Promise<Uint8Array | null> {
  const result = await runChild(command, {
    limits: { ...limits, memoryBytesMax: MEMORY_BYTES_MAX, outputBytesMax: OUTPUT_BYTES_MAX },
    priority,
    ...(signal === undefined ? {} : { signal }),
  });
  signal?.throwIfAborted();
  if (result.end === "cpu-exceeded") return null;
  if (result.end === "timed-out")
    throw new Error(`ffprobe did not end within ${limits.timeoutMs / SECOND_MS} seconds.`);
  const wasKilled = result.end === "exited" && result.signal === "SIGKILL";
  const wasNotStarted = result.exitCode !== null && result.exitCode > UNREADABLE_STATUS;
  if (wasKilled || wasNotStarted) {
    throw new Error(`ffprobe failed (${result.signal ?? `status ${result.exitCode}`}): ${result.stderr.trim()}`);
  }
  return result.stdout;
}
