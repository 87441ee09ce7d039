import { stat } from "node:fs/promises";
import { demuxerOf } from "../../audio/audio-demuxer.ts";
import { type AudioProbe, probeAudio } from "../../audio/probe-audio.ts";
import { SECOND_MS } from "../../lib/clock.ts";
import type { NativeParts } from "../../native/native-parts.ts";
import type { ChildEnd, ChildPriority } from "../../native/run-child.ts";
import { runFfmpeg } from "../../native/run-ffmpeg.ts";
import { MakingFailed } from "./making-failed.ts";

/** A small machine processes 3 MB of MP3 or 10 MB of WAV per second. The limit is for one that is thirty times slower. */
const SLOWEST_BYTES_PER_SECOND = 100_000;
const CPU_SECONDS_MIN = 60;
const CPU_SECONDS_MAX = 3_600;
/** Wall clock per second of processor time: background work waits while the machine is busy. */
const WALL_PER_CPU = 4;

export interface AudioTools {
  readonly parts: Pick<NativeParts, "ffmpegPath" | "ffprobePath">;
  readonly signal: AbortSignal;
  /** Read whenever a child starts: a request can join work that started in the background. */
  readonly priority: () => ChildPriority;
}

/** Reads the header of a source. Throws AudioUnreadable for a file without sound, and the signal's reason. */
export async function probeSource(path: string, { parts, signal, priority }: AudioTools): Promise<AudioProbe> {
  const run = { priority: priority(), signal };
  return await probeAudio(await parts.ffprobePath(), path, await demuxerOf(path), run);
}

export interface AudioTask {
  /** Absolute path of the file to read. */
  readonly source: string;
  /** Options after the source: further inputs, filters, the output. */
  readonly options: readonly string[];
  /** Bytes for stdin. */
  readonly input?: Uint8Array;
  /** Limit for stdout. */
  readonly outputBytesMax?: number;
  /** Limit for the file that ffmpeg writes. */
  readonly fileBytesMax?: number;
  /** Processor time; by default, it depends on the size of the source. */
  readonly cpuMsMax?: number;
  /** Wall clock; by default, it depends on the processor time. */
  readonly timeoutMs?: number;
}

/**
 * Runs ffmpeg on an untrusted file with the container that its first bytes show. Passes stdout to `take` as it arrives.
 * Throws AudioUnreadable or MakingFailed if the file is at fault; another error for temporary failures (a full disk, a child
 * that the system killed); the signal's reason; file system errors.
 */
export async function runAudioFfmpeg(
  tools: AudioTools,
  task: AudioTask,
  take: (chunk: Uint8Array) => void = () => undefined,
): Promise<void> {
  const demuxer = await demuxerOf(task.source);
  const cpuMsMax = task.cpuMsMax ?? cpuSecondsFor((await stat(task.source)).size) * SECOND_MS;
  const timeoutMs = task.timeoutMs ?? WALL_PER_CPU * cpuMsMax;
  const { source, options, input, outputBytesMax = 0, fileBytesMax = 0 } = task;
  const limits = { timeoutMs, cpuMsMax, outputBytesMax, fileBytesMax };
  const program = await tools.parts.ffmpegPath();
  const run = { options, limits, priority: tools.priority(), signal: tools.signal, ...(input && { input }) };
  const ended = await runFfmpeg(program, { source: { path: source, demuxer }, ...run }, take);
  throwIfFailed(ended, { source, timeoutMs, cpuMsMax });
}

function cpuSecondsFor(byteSize: number): number {
  return Math.min(CPU_SECONDS_MAX, CPU_SECONDS_MIN + Math.ceil(byteSize / SLOWEST_BYTES_PER_SECOND));
}

/** Judges a finished child: throws MakingFailed if the file is at fault, another error for temporary failures. */
function throwIfFailed(
  ended: ChildEnd,
  { source, timeoutMs, cpuMsMax }: Pick<Required<AudioTask>, "source" | "timeoutMs" | "cpuMsMax">,
): void {
  if (ended.end === "cpu-exceeded") {
    throw new MakingFailed(`It took more than ${secondsOf(cpuMsMax)} of processor time.`);
  }
  // The machine is busy or a disk hangs, so a retry can succeed.
  if (ended.end === "timed-out") throw new Error(`ffmpeg did not end within ${secondsOf(timeoutMs)}.`);
  if (ended.end === "output-exceeded") throw new MakingFailed("It is too long.");
  if (ended.exitCode === 0) return;
  if (ended.signal === "SIGXFSZ") throw new MakingFailed("It is too long: the result would be too large.");
  const message = lastLine(ended.stderr).replaceAll(`file:${source}`, "the file").replaceAll(source, "the file");
  // A full disk is temporary.
  if (message.includes("No space left on device")) throw new Error(`ffmpeg was stopped: ${message}`);
  if (ended.signal !== null) throw new MakingFailed(`The decoder crashed (${ended.signal}).`);
  throw new MakingFailed(`It cannot be decoded: ${message || "no reason given"}`);
}

function secondsOf(ms: number): string {
  return ms === SECOND_MS ? "1 second" : `${ms / SECOND_MS} seconds`;
}

function lastLine(text: string): string {
  return text.trim().split("\n").at(-1)?.trim() ?? "";
}
