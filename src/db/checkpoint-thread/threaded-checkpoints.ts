import { SECOND_MS, type Clock } from "../../lib/clock.ts";
import type { Service } from "../../lib/service.ts";
import type { Timer } from "../../lib/timer.ts";
import { untilAborted, withTimeLimit } from "../../lib/with-time-limit.ts";
import type { SqliteServiceDb } from "../sqlite-service-db.ts";
import type { CheckpointAnswer, CheckpointRequest } from "./messages.ts";

/** A busy server moves its log after so many transactions; any server at least this often if it has written anything. */
const TRANSACTIONS = 1_000;
const LATEST_MS = 20 * SECOND_MS;
/** The wait after a failure. */
const RETRY_MS = 20 * SECOND_MS;
/** How long `stop` waits for the thread, which can be waiting for a slow disk. */
const CLOSE_WITHIN_MS = 5 * SECOND_MS;

export interface ThreadedCheckpointsParts {
  readonly db: SqliteServiceDb;
  /** Monotonic. */
  readonly clock: Clock;
  readonly timer: Timer;
  /** Starts `thread.ts`. */
  readonly startThread: () => Worker;
}

/**
 * Moves the write-ahead log into the database in a thread of its own. SQLite moves it within a commit, otherwise: every few
 * hundred requests one waited for the disk to write all of it, and so did all requests behind that one. Writes never wait for
 * the thread. Its memory is only taken once something has been written for a while.
 */
export class ThreadedCheckpoints implements Service {
  readonly name = "checkpoints";
  readonly #parts: ThreadedCheckpointsParts;
  #thread: Worker | null = null;
  /** The latest request to the thread: one at a time, so that each answer has its request. */
  #asked: Promise<unknown> = Promise.resolve();
  #moved: { readonly transactions: number; readonly at: number };
  #failedAt: number | null = null;

  constructor(parts: ThreadedCheckpointsParts) {
    this.#parts = parts;
    this.#moved = { transactions: parts.db.transactions, at: parts.clock.now() };
  }

  start(): void {
    this.#parts.db.leaveLogToOthers();
  }

  /**
   * Moves the log if it is due. Rejects with the failure of the thread, with DatabaseMoved if the data folder was removed or
   * replaced, and with the reason of an aborted signal.
   */
  async run(signal: AbortSignal): Promise<void> {
    const { db, clock } = this.#parts;
    const now = { transactions: db.transactions, at: clock.now() };
    const written = now.transactions - this.#moved.transactions;
    if (written === 0 || (written < TRANSACTIONS && now.at - this.#moved.at < LATEST_MS)) return;
    if (this.#failedAt !== null && now.at - this.#failedAt < RETRY_MS) return;
    this.#failedAt = now.at;
    db.requireInPlace();
    await untilAborted(signal, this.#ask({ kind: "move", path: db.path }));
    this.#failedAt = null;
    this.#moved = now;
  }

  async stop(): Promise<void> {
    const thread = this.#thread;
    if (thread === null) return;
    const close = (): Promise<void> => this.#ask({ kind: "close" });
    // A connection that stays open only keeps the log from being emptied: the next start reads it.
    await withTimeLimit(CLOSE_WITHIN_MS, this.#parts.timer, new AbortController().signal, close).catch(() => undefined);
    thread.terminate();
    this.#thread = null;
  }

  #ask(request: CheckpointRequest): Promise<void> {
    const answered = this.#asked.then(() => this.#send(request));
    this.#asked = answered.catch(() => undefined);
    return answered;
  }

  async #send(request: CheckpointRequest): Promise<void> {
    this.#thread ??= this.#parts.startThread();
    const thread = this.#thread;
    const { promise, resolve } = Promise.withResolvers<CheckpointAnswer>();
    const over = new AbortController();
    const once = { once: true, signal: over.signal };
    thread.addEventListener("message", ({ data }: MessageEvent<CheckpointAnswer>) => resolve(data), once);
    thread.addEventListener("error", ({ message }) => resolve({ kind: "ended", message }), once);
    thread.addEventListener("close", () => resolve({ kind: "ended", message: "the thread has ended" }), once);
    thread.postMessage(request, []);
    const answer = await promise;
    over.abort();
    if (answer.kind === "done") return;
    // A thread that has ended takes messages and never answers.
    if (answer.kind === "ended") {
      thread.terminate();
      this.#thread = null;
    }
    throw new Error(`The write-ahead log cannot be moved: ${answer.message}`);
  }
}
