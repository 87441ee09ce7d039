import type { WakeTopic } from "./service-db.ts";
import { connectPostgres, type PostgresClient, type PostgresConnection, statement } from "./postgres-client.ts";
import type { PostgresAddress } from "../lib/postgres-address.ts";
import { systemTimer, type Timer } from "../lib/timer.ts";

const CHANNEL = "needledrop_changes";
const RECONNECT_MS = 1_000;
/** A connection can hang without an end, for example behind a firewall that forgot it. TCP notices that after minutes. */
export const PROBES: Probes = { everyMs: 15_000, limitMs: 10_000 };
/** Payloads are the texts of a JSON array: one statement for all notices of a transaction. */
const SEND = "select pg_notify($1, notice #>> '{}') from json_array_elements($2::json) as notice";

export interface Probes {
  readonly everyMs: number;
  /** A connection that does not answer for so long has ended. */
  readonly limitMs: number;
}

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
  readonly #connect: () => PostgresClient;
  readonly #probes: Probes;
  readonly #timer: Timer;
  readonly #node: string;
  readonly #counts = new Map<string, number>();
  readonly #sleepers = new Map<string, Set<(key: string | null) => void>>();
  #client: PostgresClient;
  #cancelProbe = (): void => undefined;
  #isListening = false;
  /** Counts connections, and every question while there is none. */
  #epoch = 0;
  #isStopped = false;
  #isReconnecting = false;

  constructor(
    address: PostgresAddress,
    {
      ca,
      timer,
      node,
      probes = PROBES,
    }: {
      readonly ca: string | null;
      readonly timer: Timer;
      readonly node: string;
      readonly probes?: Probes | undefined;
    },
  ) {
    this.#timer = timer;
    this.#node = node;
    this.#probes = probes;
    this.#connect = () => {
      const client: PostgresClient = connectPostgres(address, {
        connections: 1,
        ca,
        isPermanent: true,
        onNotify: (_channel, payload) => this.#onNotify(payload),
        onClose: () => {
          if (client === this.#client) this.#onClose();
        },
      });
      return client;
    };
    this.#client = this.#connect();
  }

  /** Resolves when notifications arrive. */
  async start(): Promise<void> {
    await this.#client.unsafe(`listen ${CHANNEL}`);
    this.#isListening = true;
    this.#epoch += 1;
    this.#probeLater();
    for (const listeners of this.#sleepers.values()) for (const listener of listeners) listener(null);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#isListening = false;
    this.#cancelProbe();
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

  #probeLater(): void {
    this.#cancelProbe();
    if (!this.#isStopped && this.#isListening)
      this.#cancelProbe = systemTimer.after(this.#probes.everyMs, () => void this.#probe());
  }

  /** Asks for an answer on the connection, and leaves it if there is none. */
  async #probe(): Promise<void> {
    const client = this.#client;
    const cancel = systemTimer.after(this.#probes.limitMs, () => {
      if (client === this.#client) this.#onClose();
    });
    // Its end is reported by onClose.
    await client.unsafe("select 1").catch(() => undefined);
    cancel();
    this.#probeLater();
  }

  #onClose(): void {
    this.#isListening = false;
    // An attempt that fails says so twice: its connection closes, and its promise rejects.
    if (this.#isStopped || this.#isReconnecting) return;
    this.#isReconnecting = true;
    this.#timer.after(RECONNECT_MS, () => void this.#listenAgain());
  }

  /** Uses a new client: the driver keeps what it had not written on a connection, and would send it first on the next one. */
  async #listenAgain(): Promise<void> {
    if (this.#isStopped) return;
    this.#isReconnecting = false;
    const former = this.#client;
    this.#client = this.#connect();
    void former.end({ timeout: 0 }).catch(() => undefined);
    try {
      await this.start();
    } catch {
      // The close of the failed connection has scheduled the next attempt, unless there never was a connection.
      this.#onClose();
    }
  }
}
