import { stat } from "node:fs/promises";
import { audioContainerOf } from "../../audio/audio-container.ts";
import { sourceOptions } from "../../audio/source-options.ts";
import { SECOND_MS } from "../../lib/clock.ts";
import type { NativeParts } from "../../native/native-parts.ts";
import { type ChildEnd, type ChildPriority, streamChild } from "../../native/run-child.ts";
import { MakingFailed } from "./making-failed.ts";

/** Below 1 GB of addresses ffmpeg fails at random; it uses some 25 MB of them. */
const MEMORY_BYTES_MAX = 1_500_000_000;
/** A small machine makes 3 MB of MP3 or 10 MB of WAV a second; this is for one that is thirty times slower. */
const SLOWEST_BYTES_PER_SECOND = 100_000;
const CPU_SECONDS_MIN = 60;
const CPU_SECONDS_MAX = 3_600;
/** Wall clock per second of processor time: background work waits while the machine is busy. */
const WALL_PER_CPU = 4;

export interface AudioTools {
  readonly parts: Pick<NativeParts, "ffmpegPath" | "ffprobePath">;
  readonly signal: AbortSignal;
  /** Asked whenever a child starts: a request may come to wait for what began in the background. */
  readonly priority: () => ChildPriority;
}

export interface AudioTask {
  /** Absolute path of the file to read. */
  readonly source: string;
  /** What stands behind the source: further inputs, filters, the output. */
  readonly options: readonly string[];
  /** Given to its stdin. */
  readonly input?: Uint8Array;
  /** Of stdout. */
  readonly outputBytesMax?: number;
  /** Of the file it writes. */
  readonly fileBytesMax?: number;
  /** Processor time; by the size of the source when absent. */
  readonly cpuMsMax?: number;
  /** Wall clock; by the processor time when absent. */
  readonly timeoutMs?: number;
}

/**
 * Runs ffmpeg on a file of somebody else's, in the container that its first bytes tell and with no protocols but
 * files and pipes, and hands what it writes to stdout on as it comes.
 * Throws AudioUnreadable or MakingFailed for what this file does; another error for what only this moment did (no room, killed from
 * outside); the signal's reason; and what the file system says.
 */
export async function runAudioFfmpeg(
  tools: AudioTools,
  task: AudioTask,
  take: (chunk: Uint8Array) => void = () => undefined,
): Promise<void> {
  const container = await audioContainerOf(task.source);
  const cpuMsMax = task.cpuMsMax ?? cpuSecondsFor((await stat(task.source)).size) * SECOND_MS;
  const timeoutMs = task.timeoutMs ?? WALL_PER_CPU * cpuMsMax;
  const { outputBytesMax = 0, fileBytesMax = 0 } = task;
  const ended = await streamChild(
    [await tools.parts.ffmpegPath(), ...QUIETLY, ...sourceOptions(task.source, container), ...task.options],
    {
      limits: { timeoutMs, cpuMsMax, memoryBytesMax: MEMORY_BYTES_MAX, outputBytesMax, fileBytesMax },
      priority: tools.priority(),
      signal: tools.signal,
      ...(task.input === undefined ? {} : { input: task.input }),
    },
    take,
  );
  tools.signal.throwIfAborted();
  judge(ended, { source: task.source, timeoutMs, cpuMsMax });
}

const QUIETLY = ["-v", "error", "-nostdin", "-nostats", "-hide_banner", "-y", "-threads", "1"] as const;

function cpuSecondsFor(byteSize: number): number {
  return Math.min(CPU_SECONDS_MAX, CPU_SECONDS_MIN + Math.ceil(byteSize / SLOWEST_BYTES_PER_SECOND));
}

interface About {
  readonly source: string;
  readonly timeoutMs: number;
  readonly cpuMsMax: number;
}

function judge(ended: ChildEnd, about: About): void {
  if (ended.end === "cpu-exceeded") {
    throw new MakingFailed(`It took more than ${secondsOf(about.cpuMsMax)} of processor time.`);
  }
  // The machine is busy or a disk hangs; another time may be better.
  if (ended.end === "timed-out") throw new Error(`ffmpeg did not end within ${secondsOf(about.timeoutMs)}.`);
  if (ended.end === "output-exceeded") throw new MakingFailed("It is too long.");
  if (ended.exitCode === 0) return;
  if (ended.signal === "SIGXFSZ") throw new MakingFailed("It is too long: what is made of it would be too large.");
  const said = lastLine(ended.stderr)
    .replaceAll(`file:${about.source}`, "the file")
    .replaceAll(about.source, "the file");
  // Both pass: a disk is freed, and what the system ended for want of memory may have room another time.
  if (said.includes("No space left on device") || ended.signal === "SIGKILL") {
    throw new Error(`ffmpeg was stopped: ${said || ended.signal || "no reason given"}`);
  }
  if (ended.signal !== null) throw new MakingFailed(`The decoder crashed (${ended.signal}).`);
  throw new MakingFailed(`It cannot be decoded: ${said || "no reason given"}`);
}

function secondsOf(ms: number): string {
  return ms === SECOND_MS ? "1 second" : `${ms / SECOND_MS} seconds`;
}

function lastLine(text: string): string {
  return text.trim().split("\n").at(-1)?.trim() ?? "";
}
