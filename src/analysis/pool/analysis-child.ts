import { Value } from "@sinclair/typebox/value";
import { type Line, linesOf } from "../../lib/lines.ts";
import { ownProgram } from "../../native/own-child.ts";
import { backgroundLimits } from "../../native/background-limits.ts";
import { cpuMsOfTree } from "../../native/cpu-time.ts";
import { CLEAN_ENVIRONMENT, type ChildLimits, type ChildPriority, withLimits } from "../../native/run-child.ts";
import { type ProcessorTimeLimits, watchProcessorTime } from "../../native/watch-processor-time.ts";
import { MINUTE_MS, SECOND_MS } from "../../lib/clock.ts";
import type { Timer } from "../../lib/timer.ts";
import { AnalysisAnswer, type AnalysisRequest } from "./protocol.ts";

/** The first child of an installation unpacks the native parts, which takes time. */
const START_LIMITS: Readonly<Record<ChildPriority, AnalysisLimits>> = {
  request: { timeoutMs: MINUTE_MS },
  soon: backgroundLimits(MINUTE_MS),
  background: backgroundLimits(MINUTE_MS),
};

/**
 * A request that failed. `refused` means that the child reported an error, such as an unreadable file; `crashed` that the child, or
 * ffmpeg, crashed or was killed, which can also be for lack of memory; `exhausted` that it
 * used too much processor time; `stalled` that it used none for too long; `timed-out` that it took too long by the wall clock.
 */
export class AnalysisFailed extends Error {
  readonly how: "refused" | "crashed" | "exhausted" | "stalled" | "timed-out" | "aborted" | "not-started";

  /** The message for the client. Null if the message contains internals. */
  readonly sentence: string | null;

  constructor(how: AnalysisFailed["how"], message: string, isSentence = false) {
    super(message);
    this.sentence = isSentence ? message : null;
    this.name = "AnalysisFailed";
    this.how = how;
  }
}

/** Limits of one request. Those of processor time include the programs that the child runs, and need Linux. */
export interface AnalysisLimits extends ProcessorTimeLimits {
  /** Wall clock. */
  readonly timeoutMs: number;
}

/** How a child is started. */
export interface AnalysisStart {
  readonly dataDir: string;
  readonly limits: Omit<ChildLimits, "outputBytesMax">;
  readonly priority: ChildPriority;
  readonly timer: Timer;
  /** Kills the child when aborted before it is ready. */
  readonly signal: AbortSignal;
}

/** A child process of our own program that analyses pictures and films. A decoder crash ends the child, not the server. */
export class AnalysisChild {
  readonly #child;
  readonly #timer: Timer;
  readonly #lines: AsyncGenerator<Line>;
  answered = 0;
  #isKilled = false;

  private constructor({ dataDir, limits, priority, timer }: AnalysisStart) {
    this.#timer = timer;
    const command = [...ownProgram(), "sight", "--data", dataDir] as const;
    this.#child = Bun.spawn(withLimits(command, limits, priority, { leadsSession: true }), {
      stdin: "pipe",
      stdout: "pipe",
      stderr: "ignore",
      env: CLEAN_ENVIRONMENT,
      // Its own process group, so that a kill also reaches its children.
      detached: true,
    });
    this.#lines = linesOf(this.#child.stdout);
  }

  /** Starts a child and returns when it is ready. Throws AnalysisFailed (`not-started`). */
  static async start(start: AnalysisStart): Promise<AnalysisChild> {
    const child = new AnalysisChild(start);
    const answer = await child.#next(START_LIMITS[start.priority], start.signal).catch(() => null);
    if (answer !== null && "ready" in answer) return child;
    child.kill();
    throw new AnalysisFailed("not-started", "The analysis process did not start.");
  }

  /** Sends a request and returns the result. Throws AnalysisFailed; the child is dead afterwards unless it has answered. */
  async request(request: AnalysisRequest, limits: AnalysisLimits, signal: AbortSignal | null): Promise<unknown> {
    try {
      await this.#child.stdin.write(`${JSON.stringify(request)}\n`);
      await this.#child.stdin.flush();
    } catch {
      this.kill();
      throw new AnalysisFailed("crashed", "The decoder process had ended.");
    }
    const answer = await this.#next(limits, signal);
    this.answered++;
    if ("value" in answer) return answer.value;
    if (!("error" in answer)) throw new AnalysisFailed("refused", "The decoder process sent an unexpected answer.");
    throw new AnalysisFailed(answer.isCrash === true ? "crashed" : "refused", answer.error, answer.isSentence === true);
  }

  /** Whether it was killed, also by others. */
  get isDead(): boolean {
    return this.#isKilled || this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  kill(): void {
    this.#isKilled = true;
    try {
      process.kill(-this.#child.pid, "SIGKILL");
    } catch {
      // The child and its group have already ended.
    }
  }

  /** Milliseconds of processor time since its start, with the programs that it ran; null if unknown. */
  usedCpuMs(): number | null {
    return cpuMsOfTree(this.#child.pid);
  }

  async #next(limits: AnalysisLimits, signal: AbortSignal | null): Promise<AnalysisAnswer> {
    let failure = null as AnalysisFailed | null;
    const end = (how: AnalysisFailed["how"], message: string) => (): void => {
      failure ??= new AnalysisFailed(how, message);
      this.kill();
    };
    const { timeoutMs, cpuMsMax = 0, stalledMs = 0 } = limits;
    const timeOut = end("timed-out", `It took longer than ${timeoutMs / SECOND_MS} seconds.`);
    const exhaust = end("exhausted", `It took more than ${cpuMsMax / SECOND_MS} seconds of processor time.`);
    const stall = end("stalled", `It used no processor time for ${stalledMs / SECOND_MS} seconds.`);
    const cancelTimer = this.#timer.after(timeoutMs, timeOut);
    const stopWatch = watchProcessorTime(
      () => this.usedCpuMs(),
      limits,
      this.#timer,
      (reason) => (reason === "stalled" ? stall() : exhaust()),
    );
    const abort = end("aborted", "The request was aborted.");
    signal?.addEventListener("abort", abort, { once: true });
    if (signal?.aborted === true) abort();
    try {
      const line = await this.#lines.next();
      const answer: unknown = line.done === true ? null : JSON.parse(line.value.text);
      if (Value.Check(AnalysisAnswer, answer)) return answer;
      throw new Error("not an answer");
    } catch {
      this.kill();
      throw failure ?? new AnalysisFailed("crashed", "The decoder crashed or exceeded its memory limit.");
    } finally {
      cancelTimer();
      stopWatch();
      signal?.removeEventListener("abort", abort);
    }
  }
}
