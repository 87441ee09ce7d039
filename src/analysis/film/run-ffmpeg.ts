import { type ChildEnd, type ChildLimits, streamChild } from "../../native/run-child.ts";
import { FilmUnreadable } from "../film-unreadable.ts";

/** What every ffmpeg child may use at most; below 1 GB of addresses it fails at random. */
const MEMORY_BYTES_MAX = 1_500_000_000;

export interface FfmpegTask {
  /** Between the program's name and its output, which is always stdout. */
  readonly options: readonly string[];
  readonly timeoutMs: number;
  readonly outputBytesMax: number;
  /** Errors only, unless what is wanted is among what ffmpeg tells (`info`). */
  readonly telling?: "info";
}

/**
 * Runs ffmpeg on foreign bytes and hands its output on as it comes. That it fails is for the caller to judge by what
 * came: half a film is decoded up to where it breaks, with a failure's exit code.
 * Throws FilmUnreadable when it hangs, and the signal's reason.
 */
export async function runFfmpeg(
  program: string,
  task: FfmpegTask,
  signal: AbortSignal,
  take: (chunk: Uint8Array) => void,
): Promise<ChildEnd> {
  const { timeoutMs, outputBytesMax } = task;
  const limits: ChildLimits = { timeoutMs, outputBytesMax, memoryBytesMax: MEMORY_BYTES_MAX };
  const quietly = ["-v", task.telling ?? "error", "-nostdin", "-nostats", "-hide_banner"];
  const run = { limits, priority: "background", signal } as const;
  const ended = await streamChild([program, ...quietly, ...task.options, "pipe:1"], run, take);
  signal.throwIfAborted();
  if (ended.end === "timed-out") throw new FilmUnreadable("The film took too long to decode.");
  return ended;
}
