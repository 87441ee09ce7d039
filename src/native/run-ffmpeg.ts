import { FFMPEG_MEMORY_BYTES_MAX, type FfmpegSource, sourceOptions } from "./ffmpeg-source.ts";
import { type ChildEnd, type ChildLimits, type ChildRun, isEndedFromOutside, streamChild } from "./run-child.ts";

const SIGNALLED_STATUS = 255;
const EPERM_MESSAGE = "Operation not permitted";

export interface FfmpegRun extends Omit<ChildRun, "limits"> {
  readonly source: FfmpegSource;
  /** Options for reading the source, such as `-ss`. */
  readonly inputOptions?: readonly string[];
  /** Options after the source: further inputs, filters, and the output. */
  readonly options: readonly string[];
  readonly limits: Omit<ChildLimits, "memoryBytesMax">;
  /** ffmpeg logs errors only, unless the caller needs more of its log. */
  readonly logLevel?: "warning" | "info";
}

/**
 * ffmpeg was killed from outside, for example because the machine had no memory left, or because the service stops. What it has
 * decoded until then is incomplete.
 */
export class FfmpegKilled extends Error {
  override readonly name = "FfmpegKilled";

  constructor() {
    super("ffmpeg was killed.");
  }
}

/**
 * Runs ffmpeg with one thread on an untrusted source and passes stdout to `take`. Returns how it ended: the callers decide
 * whether that is the fault of the file. Throws FfmpegKilled, the signal's reason, and what `take` throws.
 */
export async function runFfmpeg(
  program: string,
  { source, inputOptions = [], options, logLevel, limits, ...run }: FfmpegRun,
  take: (chunk: Uint8Array) => void,
): Promise<ChildEnd> {
  const general = ["-v", logLevel ?? "error", "-nostdin", "-nostats", "-hide_banner", "-y", "-threads", "1"];
  const ended = await streamChild(
    [program, ...general, ...inputOptions, ...sourceOptions(source), ...options],
    { ...run, limits: { ...limits, memoryBytesMax: FFMPEG_MEMORY_BYTES_MAX } },
    take,
  );
  run.signal?.throwIfAborted();
  // Our own limits have another `end`.
  if (ended.end === "exited" && (isEndedFromOutside(ended) || hasAnsweredSignal(ended))) throw new FfmpegKilled();
  return ended;
}

/** ffmpeg ends itself after SIGTERM or SIGINT, with the status of EPERM but without its message. */
function hasAnsweredSignal({ exitCode, stderr }: ChildEnd): boolean {
  return exitCode === SIGNALLED_STATUS && !stderr.includes(EPERM_MESSAGE);
}
