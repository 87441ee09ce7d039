import { Value } from "@sinclair/typebox/value";
import { type Line, linesOf } from "../../lib/lines.ts";
import { ownProgram } from "../../native/own-child.ts";
import { cpuMsOf } from "../../native/cpu-time.ts";
import { CLEAN_ENVIRONMENT, type ChildLimits, type ChildPriority, withLimits } from "../../native/run-child.ts";
import type { Timer } from "../../lib/timer.ts";
import { AnalysisAnswer, type AnalysisRequest } from "./protocol.ts";

/** The first child of an installation unpacks the native parts, which takes time. */
const START_WITHIN_MS = 60_000;
/** Interval at which the processor time of a request is compared with its limit. It is shorter for a shorter limit. */
const CPU_CHECK_EVERY_MS = 1_000;

/**
 * A request that failed. `refused` means that the child reported an error, such as an unreadable file; `exhausted` that it
 * used too much processor time; `timed-out` that it took too long by the wall clock.
 */
export class AnalysisFailed extends Error {
  readonly how: "refused" | "crashed" | "exhausted" | "timed-out" | "aborted" | "not-started";

  /** The message for the client. Null if the message contains internals. */
  readonly sentence: string | null;

  constructor(how: AnalysisFailed["how"], message: string, isSentence = false) {
    super(message);
    this.sentence = isSentence ? message : null;
    this.name = "AnalysisFailed";
    this.how = how;
  }
}

/** Limits of one request. */
export interface AnalysisLimits {
  /** Wall clock. */
  readonly timeoutMs: number;
  /** Processor time; unlimited when absent. */
  readonly cpuMsMax?: number;
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
  isDead = false;

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
    const answer = await child.#next({ timeoutMs: START_WITHIN_MS }, start.signal).catch(() => null);
    if (answer !== null && "ready" in answer) return child;
    child.kill();
    throw new AnalysisFailed("not-started", "The analysis process did not start.");
  }

  /** Sends a request and returns the result. Throws AnalysisFailed; the child is dead afterwards unless `how` is `refused`. */
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
    throw new AnalysisFailed("refused", answer.error, answer.isSentence === true);
  }

  kill(): void {
    this.isDead = true;
    try {
      process.kill(-this.#child.pid, "SIGKILL");
    } catch {
      // The child and its group have already ended.
    }
  }

  async #next({ timeoutMs, cpuMsMax }: AnalysisLimits, signal: AbortSignal | null): Promise<AnalysisAnswer> {
    let failure: AnalysisFailed | null = null;
    const end = (how: AnalysisFailed["how"], message: string) => (): void => {
      failure ??= new AnalysisFailed(how, message);
      this.kill();
    };
    const cancelTimer = this.#timer.after(
      timeoutMs,
      end("timed-out", `It took longer than ${timeoutMs / 1000} seconds.`),
    );
    const stopChecks =
      cpuMsMax === undefined
        ? null
        : this.#whenExhausted(cpuMsMax, end("exhausted", "It took too much processor time."));
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
      stopChecks?.();
      signal?.removeEventListener("abort", abort);
    }
  }

  /** Calls `effect` once the child has used `cpuMsMax` more processor time than now. Returns a function that cancels the checks. */
  #whenExhausted(cpuMsMax: number, effect: () => void): () => void {
    const before = cpuMsOf(this.#child.pid);
    const everyMs = Math.min(CPU_CHECK_EVERY_MS, cpuMsMax);
    let cancelTimer = (): void => undefined;
    const check = (): void => {
      if (cpuMsOf(this.#child.pid) - before >= cpuMsMax) return effect();
      cancelTimer = this.#timer.after(everyMs, check);
    };
    cancelTimer = this.#timer.after(everyMs, check);
    return () => cancelTimer();
  }
}
