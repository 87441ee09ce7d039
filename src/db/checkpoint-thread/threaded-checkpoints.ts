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

/** A database whose log is moved. */
export interface LoggedDb extends Pick<SqliteServiceDb, "transactions" | "requireInPlace" | "leaveLogToOthers"> {
  /** Null while it is closed, which moves its log. */
  readonly path: string | null;
}

export interface ThreadedCheckpointsParts {
  readonly dbs: readonly LoggedDb[];
  /** Monotonic. */
  readonly clock: Clock;
  readonly timer: Timer;
  /** Starts `thread.ts`. */
  readonly startThread: () => Worker;
}

/** What is known of the log of one database. */
interface Log {
  readonly db: LoggedDb;
  moved: { readonly transactions: number; readonly at: number };
  failedAt: number | null;
}

/**
 * Moves the write-ahead logs into their databases in a thread of its own. SQLite moves it within a commit, otherwise: every few
 * hundred requests one waited for the disk to write all of it, and so did all requests behind that one. Writes never wait for
 * the thread. Its memory is only taken once something has been written for a while.
 */
export class ThreadedCheckpoints implements Service {
  readonly name = "checkpoints";
  readonly #parts: ThreadedCheckpointsParts;
  #thread: Worker | null = null;
  /** The latest request to the thread: one at a time, so that each answer has its request. */
  #asked: Promise<unknown> = Promise.resolve();
  readonly #logs: readonly Log[];

  constructor(parts: ThreadedCheckpointsParts) {
    this.#parts = parts;
    const at = parts.clock.now();
    this.#logs = parts.dbs.map((db) => ({ db, moved: { transactions: db.transactions, at }, failedAt: null }));
  }

  start(): void {
    for (const { db } of this.#logs) db.leaveLogToOthers();
  }

  /**
   * Moves the logs that are due. Rejects with the failure of the thread, with DatabaseMoved if the data folder was removed or
   * replaced, and with the reason of an aborted signal. After a failure, the other logs are moved by the next run.
   */
  async run(signal: AbortSignal): Promise<void> {
    for (const log of this.#logs) await this.#moveIfDue(log, signal);
  }

  async #moveIfDue(log: Log, signal: AbortSignal): Promise<void> {
    const { db, moved, failedAt } = log;
    const now = { transactions: db.transactions, at: this.#parts.clock.now() };
    const written = now.transactions - moved.transactions;
    if (written === 0 || (written < TRANSACTIONS && now.at - moved.at < LATEST_MS)) return;
    if (failedAt !== null && now.at - failedAt < RETRY_MS) return;
    const { path } = db;
    if (path === null) return;
    log.failedAt = now.at;
    db.requireInPlace();
    await untilAborted(signal, this.#ask({ kind: "move", path }));
    log.failedAt = null;
    log.moved = now;
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
