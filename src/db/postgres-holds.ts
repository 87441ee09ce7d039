import { systemTimer, type Timer } from "../lib/timer.ts";
import { PROBES } from "./postgres-changes.ts";
import type { PostgresClient } from "./postgres-client.ts";
import { statement } from "./postgres-client.ts";
import { withoutValues } from "./postgres-errors.ts";
import type { HeldName } from "./service-db.ts";

const TAKE = "select pg_try_advisory_lock(hashtextextended($1, 0)) as taken";
const RELEASE = "select pg_advisory_unlock(hashtextextended($1, 0))";
/** Each is one statement, which waits for no lock. */
const ANSWER_MAX_MS = 5_000;

/**
 * Names that one process of all nodes holds at a time. PostgreSQL keeps them for a connection, so they end with the process. All are
 * on one connection, on which PostgreSQL would grant a name again. A connection that does not answer in time is left: its names are lost.
 */
export class PostgresHolds {
  readonly #connect: () => PostgresClient;
  readonly #timer: Timer;
  readonly #held = new Map<string, AbortController>();
  #client: PostgresClient;
  #cancelProbe = (): void => undefined;
  #isStopped = false;

  constructor(connect: (onClose: () => void) => PostgresClient, timer = systemTimer) {
    this.#timer = timer;
    this.#connect = () => {
      const client: PostgresClient = connect(() => this.#leave(client));
      return client;
    };
    this.#client = this.#connect();
  }

  /** Returns null if this or another process holds the name. */
  async hold(name: string): Promise<HeldName | null> {
    if (this.#held.has(name)) return null;
    const lost = new AbortController();
    this.#held.set(name, lost);
    // Its connection has ended if it is lost, and the name with it.
    if (!(await this.#take(name, lost)) || lost.signal.aborted) {
      this.#forget(name, lost);
      return null;
    }
    this.#probeLater();
    return {
      lost: lost.signal,
      release: async () => {
        if (this.#held.get(name) !== lost) return;
        // If this fails, the connection has ended, and the name with it.
        await this.#answerOf(RELEASE, name).catch(() => undefined);
        this.#forget(name, lost);
      },
    };
  }

  /** Waits for no release: the end of the connection releases all names. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelProbe();
    await this.#client.end({ timeout: 1 });
  }

  async #take(name: string, lost: AbortController): Promise<boolean> {
    try {
      const [row] = await this.#answerOf(TAKE, name);
      return row?.["taken"] === 1;
    } catch (error) {
      this.#forget(name, lost);
      throw withoutValues(error);
    }
  }

  async #answerOf(text: string, name: string): Promise<readonly { readonly [column: string]: unknown }[]> {
    const client = this.#client;
    const cancel = this.#timer.after(ANSWER_MAX_MS, () => this.#leave(client));
    try {
      return await statement(client, text, [name]);
    } finally {
      cancel();
    }
  }

  #probeLater(): void {
    this.#cancelProbe();
    if (!this.#isStopped && this.#held.size > 0)
      this.#cancelProbe = this.#timer.after(PROBES.everyMs, () => void this.#probe());
  }

  async #probe(): Promise<void> {
    const client = this.#client;
    const cancel = this.#timer.after(PROBES.limitMs, () => this.#leave(client));
    // Its end is reported by onClose.
    await client.unsafe("select 1").catch(() => undefined);
    cancel();
    this.#probeLater();
  }

  #forget(name: string, lost: AbortController): void {
    if (this.#held.get(name) === lost) this.#held.delete(name);
  }

  /** Uses a new client: the driver keeps what it had not written on a connection, and would send it first on the next one. */
  #leave(client: PostgresClient): void {
    if (client !== this.#client) return;
    if (!this.#isStopped) {
      this.#client = this.#connect();
      void client.end({ timeout: 0 }).catch(() => undefined);
    }
    const lost = [...this.#held.values()];
    this.#held.clear();
    for (const one of lost) one.abort(new Error("The connection that held a name has ended"));
  }
}
