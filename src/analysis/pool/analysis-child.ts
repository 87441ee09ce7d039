import { Value } from "@sinclair/typebox/value";
import { type Line, linesOf } from "../../lib/lines.ts";
import { ownProgram } from "../../native/own-program.ts";
import { CLEAN_ENVIRONMENT, type ChildLimits, withLimits } from "../../native/run-child.ts";
import type { Timer } from "../../jobs/timer.ts";
import { AnalysisAnswer, type AnalysisRequest } from "./protocol.ts";

/** The first child of an installation unpacks the native parts, which takes time. */
const START_WITHIN_MS = 60_000;

/** A request that failed. `refused` means that the child reported an error, such as an unreadable file. */
export class AnalysisFailed extends Error {
  readonly how: "refused" | "crashed" | "timed-out" | "aborted" | "not-started";

  /** The message for the client. Null if the message contains internals. */
  readonly sentence: string | null;

  constructor(how: AnalysisFailed["how"], message: string, isSentence = false) {
    super(message);
    this.sentence = isSentence ? message : null;
    this.name = "AnalysisFailed";
    this.how = how;
  }
}

/** A child process of our own program that analyses pictures and films. A decoder crash ends the child, not the server. */
export class AnalysisChild {
  readonly #child;
  readonly #timer: Timer;
  readonly #lines: AsyncGenerator<Line>;
  answered = 0;
  isDead = false;

  private constructor(dataDir: string, limits: Omit<ChildLimits, "outputBytesMax">, timer: Timer) {
    this.#timer = timer;
    this.#child = Bun.spawn(withLimits([...ownProgram(), "sight", "--data", dataDir], limits, { leadsSession: true }), {
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
  static async start(
    dataDir: string,
    limits: Omit<ChildLimits, "outputBytesMax">,
    timer: Timer,
  ): Promise<AnalysisChild> {
    const child = new AnalysisChild(dataDir, limits, timer);
    const answer = await child.#next(START_WITHIN_MS, null).catch(() => null);
    if (answer !== null && "ready" in answer) return child;
    child.kill();
    throw new AnalysisFailed("not-started", "The analysis process did not start.");
  }

  /** Sends a request and returns the result. Throws AnalysisFailed; the child is dead afterwards unless `how` is `refused`. */
  async ask(request: AnalysisRequest, timeoutMs: number, signal: AbortSignal | null): Promise<unknown> {
    try {
      await this.#child.stdin.write(`${JSON.stringify(request)}\n`);
      await this.#child.stdin.flush();
    } catch {
      this.kill();
      throw new AnalysisFailed("crashed", "The decoder process had ended.");
    }
    const answer = await this.#next(timeoutMs, signal);
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

  async #next(timeoutMs: number, signal: AbortSignal | null): Promise<AnalysisAnswer> {
    let failure: AnalysisFailed | null = null;
    const end = (how: AnalysisFailed["how"], message: string) => (): void => {
      failure ??= new AnalysisFailed(how, message);
      this.kill();
    };
    const cancelTimer = this.#timer.after(
      timeoutMs,
      end("timed-out", `It took longer than ${timeoutMs / 1000} seconds.`),
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
      signal?.removeEventListener("abort", abort);
    }
  }
}
