/** What a child process may use. Foreign files are read by these processes, so each limit is set on purpose. */
export interface ChildLimits {
  readonly timeoutMs: number;
  /** Address space. Below 1 GB ffmpeg fails at random. */
  readonly memoryBytesMax: number;
  /** Counts the memory that is written to instead, for a program that reserves far more addresses than it uses. */
  readonly countsDataOnly?: true;
  /** Of stdout; one byte more ends the child. */
  readonly outputBytesMax: number;
  /** Size of any file it writes; 0, the default, forbids writing to files. */
  readonly fileBytesMax?: number;
}

export interface ChildRun {
  readonly limits: ChildLimits;
  /** Given to the child's stdin, which is empty otherwise. */
  readonly input?: Uint8Array;
  /** Ends the child when aborted. */
  readonly signal?: AbortSignal;
}

/** How it went. A child that failed is a result, not an error. */
export interface ChildEnd {
  readonly end: "exited" | "timed-out" | "output-exceeded" | "aborted";
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
  const child = Bun.spawn(withLimits(command, run.limits), {
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
  return {
    end,
    exitCode: child.signalCode === null ? child.exitCode : null,
    signal: child.signalCode === null ? null : String(child.signalCode),
    stderr,
  };
}

/**
 * `exec` keeps the process id, so a kill reaches the program itself. CPU time is bounded too, for a child that
 * outlives this process. dash takes one limit per `ulimit`; macOS knows no `-v`. A child that leads a session of its own
 * (`detached`) is to say so.
 */
export function withLimits(
  command: readonly [string, ...string[]],
  limits: Omit<ChildLimits, "outputBytesMax">,
  { leadsSession = false }: { readonly leadsSession?: boolean } = {},
): string[] {
  const cpuSeconds = Math.ceil(limits.timeoutMs / 1000) * navigator.hardwareConcurrency;
  const memory = limits.countsDataOnly === true ? "d" : "v";
  const script = [
    // Where Linux shares out processor time by session first, "nice" counts only within one.
    ...(leadsSession ? ["{ echo 19 > /proc/self/autogroup || true; } 2>/dev/null"] : []),
    ...(process.platform === "linux" ? [`ulimit -${memory} ${Math.ceil(limits.memoryBytesMax / KILOBYTE)}`] : []),
    `ulimit -t ${cpuSeconds}`,
    `ulimit -f ${Math.ceil((limits.fileBytesMax ?? 0) / FILE_BLOCK_BYTES)}`,
    `ulimit -n ${OPEN_FILES_MAX}`,
    "ulimit -c 0",
    'exec nice -n 19 "$@"',
  ].join(" && ");
  return ["/bin/sh", "-c", script, "sh", ...command];
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
