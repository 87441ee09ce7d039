import { type ChildEnd, type ChildLimits, streamChild } from "../../native/run-child.ts";
import { FilmUnreadable } from "../unreadable.ts";

/** Address space of an ffmpeg child. Below 1 GB ffmpeg fails at random. */
const MEMORY_BYTES_MAX = 1_500_000_000;

export interface FfmpegTask {
  /** Options before the output, which is always stdout. */
  readonly options: readonly string[];
  readonly timeoutMs: number;
  readonly outputBytesMax: number;
  /** ffmpeg logs errors only, unless the caller needs more of its log. */
  readonly logLevel?: "info";
}

/**
 * Runs ffmpeg on a foreign file and passes its output to `take`. The exit code is not checked: a damaged film is decoded up
 * to the damage and then fails, so callers check the output instead.
 * Throws FilmUnreadable if ffmpeg hangs, and the signal's reason.
 */
export async function runFfmpeg(
  program: string,
  task: FfmpegTask,
  signal: AbortSignal,
  take: (chunk: Uint8Array) => void,
): Promise<ChildEnd> {
  const { timeoutMs, outputBytesMax } = task;
  const limits: ChildLimits = { timeoutMs, outputBytesMax, memoryBytesMax: MEMORY_BYTES_MAX };
  const general = ["-v", task.logLevel ?? "error", "-nostdin", "-nostats", "-hide_banner"];
  const run = { limits, priority: "background", signal } as const;
  const ended = await streamChild([program, ...general, ...task.options, "pipe:1"], run, take);
  signal.throwIfAborted();
  if (ended.end === "timed-out") throw new FilmUnreadable("The film took too long to decode.");
  return ended;
}
