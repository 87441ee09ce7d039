/** What a child process may use. Foreign files are read by these processes, so each limit is set on purpose. */
export interface ChildLimits {
  /** Wall clock. A busy machine makes every child slow, so it says little about the file. */
  readonly timeoutMs: number;
  /** Processor time over all threads, in whole seconds (rounded up). Without it: `timeoutMs` on every core. */
  readonly cpuMsMax?: number;
  /** Address space. Below 1 GB ffmpeg fails at random. */
  readonly memoryBytesMax: number;
  /** Counts the memory that is written to instead, for a program that reserves far more addresses than it uses. */
  readonly countsDataOnly?: true;
  /** Of stdout; one byte more ends the child. */
  readonly outputBytesMax: number;
  /** Size of any file it writes; 0, the default, forbids writing to files. */
  readonly fileBytesMax?: number;
}

/**
 * How a child shares the processors. `request`: a request waits for it, so it runs at the server's own priority.
 * `background`: it gets what others leave.
 */
export type ChildPriority = "request" | "background";

export interface ChildRun {
  readonly limits: ChildLimits;
  readonly priority: ChildPriority;
  /** Given to the child's stdin, which is empty otherwise. */
  readonly input?: Uint8Array;
  /** Ends the child when aborted. */
  readonly signal?: AbortSignal;
}

/** How it went. A child that failed is a result, not an error. */
export interface ChildEnd {
  readonly end: "exited" | "timed-out" | "cpu-exceeded" | "output-exceeded" | "aborted";
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** The last few thousand characters. */
  readonly stderr: string;
}

export interface ChildResult extends ChildEnd {
  /** At most `outputBytesMax` bytes. */
  readonly stdout: Uint8Array;
}

const MESSAGES_KEPT_CHARS = 16_384;
const OPEN_FILES_MAX = 64;
const KILOBYTE = 1024;
/** POSIX: `ulimit -f` counts blocks of 512 bytes. */
const FILE_BLOCK_BYTES = 512;
const LAST_OUTPUT_WITHIN_MS = 1_000;
/** The kernel ends a child by ticks, and reports its time to the microsecond: a little less than the limit. */
const CPU_REPORTED_MIN = 0.8;
/**
 * All that a child sees of the environment: no secrets, no proxies, none of the variables that steer Bun but one. Bun
 * reserves two gigabytes of addresses for machine code, and where a limit leaves no room for them it only interprets: 16
 * times slower, without a word. An eighth of one is more than our children use.
 */
export const CLEAN_ENVIRONMENT = {
  PATH: "/usr/local/bin:/usr/bin:/bin",
  LC_ALL: "C",
  BUN_JSC_jitMemoryReservationSize: String(128 * 1024 ** 2),
} as const;

/**
 * Runs a program to its end, within limits and with an environment of its own.
 * Throws only when the child could not be started at all.
 */
export async function runChild(command: readonly [string, ...string[]], run: ChildRun): Promise<ChildResult> {
  const kept: Uint8Array[] = [];
  const ended = await streamChild(command, run, (chunk) => void kept.push(chunk));
  return { ...ended, stdout: Buffer.concat(kept) };
}

/**
 * The same for output that is used as it comes: `take` has it in order, `outputBytesMax` bytes at most, and must be
 * quick, since what it has not taken yet waits in memory. Throws what `take` throws, after ending the child.
 */
export async function streamChild(
  command: readonly [string, ...string[]],
  run: ChildRun,
  take: (chunk: Uint8Array) => void,
): Promise<ChildEnd> {
  let end: ChildResult["end"] = "exited";
  const child = Bun.spawn(withLimits(command, run.limits, run.priority), {
    stdin: run.input ?? "ignore",
    stdout: "pipe",
    stderr: "pipe",
    env: CLEAN_ENVIRONMENT,
  });
  const kill = (reason: ChildResult["end"]): void => {
    if (end === "exited" && child.exitCode === null && child.signalCode === null) end = reason;
    child.kill("SIGKILL");
  };
  const timer = setTimeout(() => kill("timed-out"), run.limits.timeoutMs);
  const abort = (): void => kill("aborted");
  run.signal?.addEventListener("abort", abort, { once: true });
  if (run.signal?.aborted === true) abort();
  // The readers are attached at once: Bun buffers an unread pipe without any limit.
  let room = run.limits.outputBytesMax;
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
    stderr = (stderr + decoder.decode(chunk, { stream: true })).slice(-MESSAGES_KEPT_CHARS);
    return true;
  });
  try {
    await child.exited;
    // A grandchild may hold the pipes open; the child's own output is there by now.
    const stop = (): Promise<unknown> => Promise.all([output.stop(), messages.stop()]);
    const lastOutput = setTimeout(() => void stop(), LAST_OUTPUT_WITHIN_MS);
    await Promise.all([output.done, messages.done]);
    clearTimeout(lastOutput);
    await stop();
  } finally {
    clearTimeout(timer);
    run.signal?.removeEventListener("abort", abort);
  }
  for (const failure of failures) throw failure;
  const usedMs = Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1_000;
  const isExhausted = child.signalCode === "SIGKILL" && usedMs >= cpuSecondsOf(run.limits) * 1_000 * CPU_REPORTED_MIN;
  return {
    end: end === "exited" && isExhausted ? "cpu-exceeded" : end,
    exitCode: child.signalCode === null ? child.exitCode : null,
    signal: child.signalCode === null ? null : String(child.signalCode),
    stderr,
  };
}

/**
 * Wraps a command in a shell that sets the limits and the priority. `exec` keeps the process id, so a kill reaches the
 * program itself. Processor time is bounded too, for a child that outlives this process. dash takes one limit per
 * `ulimit`; macOS has no `-v`. Set `leadsSession` for a child that is started `detached`.
 */
export function withLimits(
  command: readonly [string, ...string[]],
  limits: Omit<ChildLimits, "outputBytesMax">,
  priority: ChildPriority,
  { leadsSession = false }: { readonly leadsSession?: boolean } = {},
): string[] {
  const isBackground = priority === "background";
  const memory = limits.countsDataOnly === true ? "d" : "v";
  const script = [
    // Linux may share processor time between sessions first (autogroup); "nice" counts only within one.
    ...(isBackground && leadsSession ? ["{ echo 19 > /proc/self/autogroup || true; } 2>/dev/null"] : []),
    ...(process.platform === "linux" ? [`ulimit -${memory} ${Math.ceil(limits.memoryBytesMax / KILOBYTE)}`] : []),
    `ulimit -t ${cpuSecondsOf(limits)}`,
    `ulimit -f ${Math.ceil((limits.fileBytesMax ?? 0) / FILE_BLOCK_BYTES)}`,
    `ulimit -n ${OPEN_FILES_MAX}`,
    "ulimit -c 0",
    isBackground ? 'exec nice -n 19 "$@"' : 'exec "$@"',
  ].join(" && ");
  return ["/bin/sh", "-c", script, "sh", ...command];
}

function cpuSecondsOf({ cpuMsMax, timeoutMs }: Pick<ChildLimits, "cpuMsMax" | "timeoutMs">): number {
  if (cpuMsMax !== undefined) return Math.ceil(cpuMsMax / 1_000);
  return Math.ceil(timeoutMs / 1_000) * navigator.hardwareConcurrency;
}

/** Calls `take` with each chunk until it answers false, the stream ends, or it is stopped. */
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

interface Reading {
  readonly done: Promise<void>;
  stop(): Promise<void>;
}
