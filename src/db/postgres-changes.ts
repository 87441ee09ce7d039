import { connectPostgres, type PostgresClient, type PostgresConnection, statement } from "./postgres-client.ts";
import type { PostgresAddress } from "./postgres-address.ts";
import type { Timer } from "../lib/timer.ts";

const CHANNEL = "needledrop_changes";
const RECONNECT_MS = 1_000;

/**
 * Counts the changes of what processes keep in memory, by subject. This process notes its own; those of others arrive as
 * notifications, which their transactions send. While the connection is lost they do not, so everything counts as changed.
 */
export class PostgresChanges {
  readonly #client: PostgresClient;
  readonly #timer: Timer;
  readonly #node: string;
  readonly #counts = new Map<string, number>();
  #isListening = false;
  /** Counts connections, and every question while there is none. */
  #epoch = 0;
  #isStopped = false;
  #isReconnecting = false;

  constructor(address: PostgresAddress, timer: Timer, node: string) {
    this.#timer = timer;
    this.#node = node;
    this.#client = connectPostgres(address, {
      connections: 1,
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
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#isListening = false;
    await this.#client.end({ timeout: 1 });
  }

  /** Tells other processes of a change when the transaction of `connection` commits. */
  async send(connection: PostgresConnection, subject: string): Promise<void> {
    await statement(connection, "select pg_notify($1, $2)", [CHANNEL, `${this.#node} ${subject}`]);
  }

  note(subject: string): void {
    this.#counts.set(subject, (this.#counts.get(subject) ?? 0) + 1);
  }

  versionOf(subject: string): string {
    if (!this.#isListening) this.#epoch += 1;
    return `${this.#counts.get(subject) ?? 0} ${this.#epoch}`;
  }

  #onNotify(payload: string): void {
    const [node, subject] = payload.split(" ", 2);
    if (subject !== undefined && node !== this.#node) this.note(subject);
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
