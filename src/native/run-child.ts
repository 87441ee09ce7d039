import { systemTimer } from "../lib/timer.ts";
import { cpuMsOfTree } from "./cpu-time.ts";
import { watchProcessorTime } from "./watch-processor-time.ts";

/** Limits of a child process. Children read untrusted files, so every limit is explicit. */
export interface ChildLimits {
  /** Wall clock. A busy machine makes every child slow, so reaching it says little about the file. */
  readonly timeoutMs: number;
  /** Processor time in all threads, rounded up to seconds. By default, `timeoutMs` on every core. */
  readonly cpuMsMax?: number;
  /** Ends a child that used no processor time for this long, nor did its children. Linux only; unlimited if absent. */
  readonly stalledMs?: number;
  /** Address space. Below 1 GB ffmpeg fails at random. */
  readonly memoryBytesMax: number;
  /** Limits written memory instead of address space, for a program that reserves far more addresses than it uses. */
  readonly countsDataOnly?: true;
  /** Bytes of stdout. One byte more ends the child. */
  readonly outputBytesMax: number;
  /** Size of any file that it writes. The default, 0, forbids writing to files. */
  readonly fileBytesMax?: number;
  /** Files that it has open at the same time; 64 by default. */
  readonly openFilesMax?: number;
}

/**
 * How a child shares the processors. A child for a `request` has the priority of the process that starts it. `soon` is for work of
 * seconds that a client asks about: it gets about half of what a request gets. A child in the `background` runs at the lowest
 * priority, which is close to nothing beside busy programs.
 */
export type ChildPriority = "request" | "soon" | "background";

/** Nice values. Each step is about a quarter less processor time (sched(7)). */
const NICE: Readonly<Record<ChildPriority, number>> = { request: 0, soon: 3, background: 19 };

export interface ChildRun {
  readonly limits: ChildLimits;
  readonly priority: ChildPriority;
  /** Bytes for stdin, which is empty by default. */
  readonly input?: Uint8Array;
  /** Ends the child when aborted. */
  readonly signal?: AbortSignal;
}

/** How a child ended. A failed child is a result, not an error. */
export interface ChildEnd {
  readonly end: "exited" | "timed-out" | "stalled" | "cpu-exceeded" | "output-exceeded" | "aborted";
  /** Null if a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** The last few thousand characters. */
  readonly stderr: string;
}

export interface ChildResult extends ChildEnd {
  /** At most `outputBytesMax` bytes. */
  readonly stdout: Uint8Array;
}

const STDERR_CHARS_MAX = 16_384;
const OPEN_FILES_MAX = 64;
const KILOBYTE = 1024;
/** POSIX: `ulimit -f` counts blocks of 512 bytes. */
const FILE_BLOCK_BYTES = 512;
const LAST_OUTPUT_WITHIN_MS = 1_000;
/** The kernel kills a child at a timer tick but reports its processor time exactly, which can be slightly below the limit. */
const CPU_REPORTED_MIN = 0.8;
/**
 * The complete environment of a child: no secrets, no proxies, and of the variables that configure Bun only one. Bun reserves
 * two gigabytes of addresses for machine code. If a limit leaves less, it silently interprets, which is 16 times slower. An
 * eighth of a gigabyte is more than our children use.
 */
export const CLEAN_ENVIRONMENT = {
  PATH: "/usr/local/bin:/usr/bin:/bin",
  LC_ALL: "C",
  BUN_JSC_jitMemoryReservationSize: String(128 * 1024 ** 2),
} as const;

/** Signals of the system, a service manager or a terminal. A program that crashes ends with another one. */
const FROM_OUTSIDE: ReadonlySet<string | null> = new Set(["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP"]);

/** Whether a signal ended the child that says nothing about its input. Our own limits also use SIGKILL; then `end` says so. */
export function isEndedFromOutside({ signal }: Pick<ChildEnd, "signal">): boolean {
  return FROM_OUTSIDE.has(signal);
}

/** Runs a program to its end, with limits and a clean environment. Throws only if the child could not be started. */
export async function runChild(command: readonly [string, ...string[]], run: ChildRun): Promise<ChildResult> {
  const chunks: Uint8Array[] = [];
  const ended = await streamChild(command, run, (chunk) => void chunks.push(chunk));
  return { ...ended, stdout: Buffer.concat(chunks) };
}

/**
 * Like `runChild`, for output that is processed as it arrives: `take` gets it in order, at most `outputBytesMax` bytes. It must
 * be fast, because unprocessed output stays in memory. Throws what `take` throws, after ending the child.
 */
export async function streamChild(
  command: readonly [string, ...string[]],
  run: ChildRun,
  take: (chunk: Uint8Array) => void,
): Promise<ChildEnd> {
  const { limits, signal } = run;
  let end = "exited" as ChildEnd["end"];
  const child = Bun.spawn(withLimits(command, limits, run.priority), {
    stdin: run.input ?? "ignore",
    stdout: "pipe",
    stderr: "pipe",
    env: CLEAN_ENVIRONMENT,
  });
  const kill = (reason: ChildEnd["end"]): void => {
    if (end === "exited" && child.exitCode === null && child.signalCode === null) end = reason;
    child.kill("SIGKILL");
  };
  const cancelTimer = systemTimer.after(limits.timeoutMs, () => kill("timed-out"));
  // The kernel limits the processor time of the child itself, see `withLimits`.
  const { stalledMs = Infinity } = limits;
  const stopWatch = watchProcessorTime(() => cpuMsOfTree(child.pid), { stalledMs }, systemTimer, kill);
  const abort = (): void => kill("aborted");
  signal?.addEventListener("abort", abort, { once: true });
  if (signal?.aborted === true) abort();
  // Both pipes are read from the start: Bun buffers an unread pipe without a limit.
  let room = limits.outputBytesMax;
  const failures: unknown[] = [];
  const output = read(child.stdout, (chunk) => {
    try {
      take(chunk.subarray(0, room));
    } catch (error) {
      failures.push(error);
      child.kill("SIGKILL");
      return false;
    }
    if (chunk.length > room) kill("output-exceeded");
    room -= chunk.length;
    return room >= 0;
  });
  const decoder = new TextDecoder();
  let stderr = "";
  const messages = read(child.stderr, (chunk) => {
    stderr = (stderr + decoder.decode(chunk, { stream: true })).slice(-STDERR_CHARS_MAX);
    return true;
  });
  try {
    await child.exited;
    await finish([output, messages]);
  } finally {
    cancelTimer();
    stopWatch();
    signal?.removeEventListener("abort", abort);
  }
  for (const failure of failures) throw failure;
  return {
    end: end === "exited" && hasUsedUpCpu(child, limits) ? "cpu-exceeded" : end,
    exitCode: child.signalCode === null ? child.exitCode : null,
    signal: child.signalCode === null ? null : String(child.signalCode),
    stderr,
  };
}

/**
 * Wraps a command in a shell that sets the limits and the priority. `exec` keeps the process id, so that a kill reaches the
 * program itself. The limit on processor time also ends a child that outlives this process. dash accepts one limit per
 * `ulimit`; macOS has no `-v`. Set `leadsSession` for a child that is started `detached`.
 */
export function withLimits(
  command: readonly [string, ...string[]],
  limits: Omit<ChildLimits, "outputBytesMax">,
  priority: ChildPriority,
  { leadsSession = false }: { readonly leadsSession?: boolean } = {},
): string[] {
  const nice = NICE[priority];
  const memory = limits.countsDataOnly === true ? "d" : "v";
  const script = [
    // Linux can share processor time between sessions first (autogroup). Then "nice" counts only within a session.
    ...(nice > 0 && leadsSession ? [`{ echo ${nice} > /proc/self/autogroup || true; } 2>/dev/null`] : []),
    ...(process.platform === "linux" ? [`ulimit -${memory} ${Math.ceil(limits.memoryBytesMax / KILOBYTE)}`] : []),
    `ulimit -t ${cpuSecondsOf(limits)}`,
    `ulimit -f ${Math.ceil((limits.fileBytesMax ?? 0) / FILE_BLOCK_BYTES)}`,
    `ulimit -n ${limits.openFilesMax ?? OPEN_FILES_MAX}`,
    "ulimit -c 0",
    nice > 0 ? `exec nice -n ${nice} "$@"` : 'exec "$@"',
  ].join(" && ");
  return ["/bin/sh", "-c", script, "sh", ...command];
}

function cpuSecondsOf({ cpuMsMax, timeoutMs }: Pick<ChildLimits, "cpuMsMax" | "timeoutMs">): number {
  if (cpuMsMax !== undefined) return Math.ceil(cpuMsMax / 1_000);
  return Math.ceil(timeoutMs / 1_000) * navigator.hardwareConcurrency;
}

/** Whether the kernel ended the child at its limit on processor time. */
function hasUsedUpCpu(child: Bun.Subprocess, limits: ChildLimits): boolean {
  const usedMs = Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1_000;
  return child.signalCode === "SIGKILL" && usedMs >= cpuSecondsOf(limits) * 1_000 * CPU_REPORTED_MIN;
}

interface Reading {
  readonly done: Promise<void>;
  stop(): Promise<void>;
}

/** Calls `take` with each chunk until it returns false, the stream ends, or `stop` is called. */
function read(stream: ReadableStream<Uint8Array>, take: (chunk: Uint8Array) => boolean): Reading {
  const reader = stream.getReader();
  const readAll = async (): Promise<void> => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done || !take(value)) return;
    }
  };
  return { done: readAll(), stop: () => reader.cancel() };
}

/** Waits for the last output of a child that has ended. A grandchild can keep the pipes open, so the wait is limited. */
async function finish(readings: readonly Reading[]): Promise<void> {
  const stop = (): Promise<unknown> => Promise.all(readings.map((reading) => reading.stop()));
  const lastOutput = setTimeout(() => void stop(), LAST_OUTPUT_WITHIN_MS);
  await Promise.all(readings.map((reading) => reading.done));
  clearTimeout(lastOutput);
  await stop();
}
