import { Value } from "@sinclair/typebox/value";
import { type Line, linesOf } from "../../lib/lines.ts";
import { ownProgram } from "../../native/own-child.ts";
import { CLEAN_ENVIRONMENT, type ChildLimits, withLimits } from "../../native/run-child.ts";
import type { Timer } from "../../lib/timer.ts";
import { SightAnswer, type SightRequest } from "./protocol.ts";

/** The first child of an installation unpacks native parts. */
const START_WITHIN_MS = 60_000;

/** Why a look ended without an answer. `refused` is the child's own complaint: the file cannot be read. */
export class SightFailed extends Error {
  readonly how: "refused" | "crashed" | "timed-out" | "aborted" | "not-started";

  /** What to tell whoever sent the file; null where the message names things of ours. */
  readonly sentence: string | null;

  constructor(how: SightFailed["how"], message: string, isSentence = false) {
    super(message);
    this.sentence = isSentence ? message : null;
    this.name = "SightFailed";
    this.how = how;
  }
}

/** One process of our own program that looks at pictures and films: a crash of a decoder ends it, not the server. */
export class SightChild {
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
      // A group of its own, so that a kill reaches what it has started too.
      detached: true,
    });
    this.#lines = linesOf(this.#child.stdout);
  }

  /** Starts one, and returns when it is ready. Throws SightFailed (`not-started`). */
  static async start(dataDir: string, limits: Omit<ChildLimits, "outputBytesMax">, timer: Timer): Promise<SightChild> {
    const child = new SightChild(dataDir, limits, timer);
    const answer = await child.#next(START_WITHIN_MS, null).catch(() => null);
    if (answer !== null && "ready" in answer) return child;
    child.kill();
    throw new SightFailed("not-started", "The process that looks at pictures and films does not start.");
  }

  /** Throws SightFailed; after anything but `refused` the child is dead. */
  async ask(request: SightRequest, timeoutMs: number, signal: AbortSignal | null): Promise<unknown> {
    try {
      await this.#child.stdin.write(`${JSON.stringify(request)}\n`);
      await this.#child.stdin.flush();
    } catch {
      this.kill();
      throw new SightFailed("crashed", "The decoder had ended.");
    }
    const answer = await this.#next(timeoutMs, signal);
    this.answered++;
    if ("value" in answer) return answer.value;
    if (!("error" in answer)) throw new SightFailed("refused", "It answered something else.");
    throw new SightFailed("refused", answer.error, answer.isSentence === true);
  }

  kill(): void {
    this.isDead = true;
    try {
      process.kill(-this.#child.pid, "SIGKILL");
    } catch {
      // It had ended, and its group with it.
    }
  }

  async #next(timeoutMs: number, signal: AbortSignal | null): Promise<SightAnswer> {
    let why: SightFailed | null = null;
    const end = (how: SightFailed["how"], message: string) => (): void => {
      why ??= new SightFailed(how, message);
      this.kill();
    };
    const cancelTimer = this.#timer.after(
      timeoutMs,
      end("timed-out", `It took longer than ${timeoutMs / 1000} seconds.`),
    );
    const abort = end("aborted", "It was called off.");
    signal?.addEventListener("abort", abort, { once: true });
    if (signal?.aborted === true) abort();
    try {
      const line = await this.#lines.next();
      const answer: unknown = line.done === true ? null : JSON.parse(line.value.text);
      if (Value.Check(SightAnswer, answer)) return answer;
      throw new Error("not an answer");
    } catch {
      this.kill();
      throw why ?? new SightFailed("crashed", "The decoder crashed, or went beyond its memory.");
    } finally {
      cancelTimer();
      signal?.removeEventListener("abort", abort);
    }
  }
}
