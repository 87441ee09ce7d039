import { SECOND_MS, type Clock } from "../../lib/clock.ts";
import type { Service } from "../../lib/service.ts";
import type { Timer } from "../../lib/timer.ts";
import { untilAborted, withTimeLimit } from "../../lib/with-time-limit.ts";
import type { ServiceDb } from "../service-db.ts";
import type { CheckpointAnswer, CheckpointRequest } from "./messages.ts";

/** A busy server moves its log after so many transactions; any server at least this often if it has written anything. */
const TRANSACTIONS = 1_000;
const LATEST_MS = 20 * SECOND_MS;
/** How long `stop` waits for the thread, which can be waiting for a slow disk. */
const CLOSE_WITHIN_MS = 5 * SECOND_MS;

export interface ThreadedCheckpointsParts {
  readonly db: ServiceDb;
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

  constructor(parts: ThreadedCheckpointsParts) {
    this.#parts = parts;
    this.#moved = { transactions: parts.db.transactions, at: parts.clock.now() };
  }

  start(): void {
    this.#parts.db.leaveLogToOthers();
  }

  /** Moves the log if it is due. Rejects with the failure of the thread, and with the reason of an aborted signal. */
  async run(signal: AbortSignal): Promise<void> {
    const { db, clock } = this.#parts;
    const now = { transactions: db.transactions, at: clock.now() };
    const written = now.transactions - this.#moved.transactions;
    if (written === 0 || (written < TRANSACTIONS && now.at - this.#moved.at < LATEST_MS)) return;
    this.#moved = now;
    const asked = this.#ask({ kind: "move", path: db.path });
    await untilAborted(signal, asked);
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
    const answered = ({ data }: MessageEvent<CheckpointAnswer>): void => resolve(data);
    const failed = ({ message }: ErrorEvent): void => resolve({ kind: "failed", message });
    thread.addEventListener("message", answered);
    thread.addEventListener("error", failed);
    thread.postMessage(request, []);
    const answer = await promise;
    thread.removeEventListener("message", answered);
    thread.removeEventListener("error", failed);
    if (answer.kind === "failed") throw new Error(`The write-ahead log cannot be moved: ${answer.message}`);
  }
}
