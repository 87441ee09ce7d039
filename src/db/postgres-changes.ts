import type { WakeTopic } from "./service-db.ts";
import { connectPostgres, type PostgresClient, type PostgresConnection, statement } from "./postgres-client.ts";
import type { PostgresAddress } from "../lib/postgres-address.ts";
import type { Timer } from "../lib/timer.ts";

const CHANNEL = "needledrop_changes";
const RECONNECT_MS = 1_000;
/** Payloads are the texts of a JSON array: one statement for all notices of a transaction. */
const SEND = "select pg_notify($1, notice #>> '{}') from json_array_elements($2::json) as notice";

/** A change that processes note, or a topic that they wake each other for. */
type NoticeTopic = "change" | WakeTopic;

/** Returns a notice to send. Equal ones are equal texts. */
export function noticeOf(topic: NoticeTopic, key: string): string {
  return `${topic} ${key}`;
}

/**
 * Counts the changes of what processes keep in memory, by subject. This process notes its own; those of others arrive as
 * notifications, which their transactions send. While the connection is lost they do not, so everything counts as changed. The same
 * notifications wake what waits in this process; when the connection is there again, everything wakes.
 */
export class PostgresChanges {
  readonly #client: PostgresClient;
  readonly #timer: Timer;
  readonly #node: string;
  readonly #counts = new Map<string, number>();
  readonly #sleepers = new Map<string, Set<(key: string | null) => void>>();
  #isListening = false;
  /** Counts connections, and every question while there is none. */
  #epoch = 0;
  #isStopped = false;
  #isReconnecting = false;

  constructor(
    address: PostgresAddress,
    { ca, timer, node }: { readonly ca: string | null; readonly timer: Timer; readonly node: string },
  ) {
    this.#timer = timer;
    this.#node = node;
    this.#client = connectPostgres(address, {
      connections: 1,
      ca,
      isPermanent: true,
      onNotify: (_channel, payload) => this.#onNotify(payload),
      onClose: () => this.#onClose(),
    });
  }

  /** Resolves when notifications arrive. */
  async start(): Promise<void> {
    await this.#client.unsafe(`listen ${CHANNEL}`);
    this.#isListening = true;
    this.#epoch += 1;
    for (const listeners of this.#sleepers.values()) for (const listener of listeners) listener(null);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#isListening = false;
    await this.#client.end({ timeout: 1 });
  }

  /** Sends notices to other processes when the transaction of `connection` commits. */
  async send(connection: PostgresConnection, notices: ReadonlySet<string>): Promise<void> {
    if (notices.size === 0) return;
    const payloads = [...notices].map((notice) => `${this.#node} ${notice}`);
    await statement(connection, SEND, [CHANNEL, JSON.stringify(payloads)]);
  }

  /** As `ServiceDb.onWake`. */
  onWake(topic: WakeTopic, listener: (key: string | null) => void): () => void {
    const listeners = this.#sleepers.get(topic) ?? new Set();
    this.#sleepers.set(topic, listeners.add(listener));
    return () => void listeners.delete(listener);
  }

  note(subject: string): void {
    this.#counts.set(subject, (this.#counts.get(subject) ?? 0) + 1);
  }

  versionOf(subject: string): string {
    if (!this.#isListening) this.#epoch += 1;
    return `${this.#counts.get(subject) ?? 0} ${this.#epoch}`;
  }

  #onNotify(payload: string): void {
    const [node = "", topic = ""] = payload.split(" ", 2);
    if (node === this.#node) return;
    const key = payload.slice(node.length + topic.length + 2);
    if (topic === "change") this.note(key);
    else for (const listener of this.#sleepers.get(topic) ?? []) listener(key);
  }

  #onClose(): void {
    this.#isListening = false;
    // An attempt that fails says so twice: its connection closes, and its promise rejects.
    if (this.#isStopped || this.#isReconnecting) return;
    this.#isReconnecting = true;
    this.#timer.after(RECONNECT_MS, () => void this.#listenAgain());
  }

  async #listenAgain(): Promise<void> {
    if (this.#isStopped) return;
    this.#isReconnecting = false;
    try {
      await this.start();
    } catch {
      // The close of the failed connection has scheduled the next attempt, unless there never was a connection.
      this.#onClose();
    }
  }
}
