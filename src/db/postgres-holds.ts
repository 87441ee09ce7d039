import type { PostgresClient } from "./postgres-client.ts";
import { statement } from "./postgres-client.ts";
import { withoutValues } from "./postgres-errors.ts";
import type { HeldName } from "./service-db.ts";

const TAKE = "select pg_try_advisory_lock(hashtextextended($1, 0)) as taken";
const RELEASE = "select pg_advisory_unlock(hashtextextended($1, 0))";

/**
 * Names that one process of all nodes holds at a time. PostgreSQL keeps them for a connection, so they end with the process. All are
 * on one connection, on which PostgreSQL would grant a name again.
 */
export class PostgresHolds {
  readonly #client: PostgresClient;
  readonly #held = new Map<string, AbortController>();

  constructor(connect: (onClose: () => void) => PostgresClient) {
    this.#client = connect(() => this.#onClose());
  }

  /** Returns null if this or another process holds the name. */
  async hold(name: string): Promise<HeldName | null> {
    if (this.#held.has(name)) return null;
    const lost = new AbortController();
    this.#held.set(name, lost);
    if (!(await this.#take(name))) {
      this.#forget(name, lost);
      return null;
    }
    // The connection ended meanwhile, and another one has taken the name.
    if (lost.signal.aborted) {
      await this.#unlock(name);
      return null;
    }
    return {
      lost: lost.signal,
      release: async () => {
        if (this.#held.get(name) !== lost) return;
        await this.#unlock(name);
        this.#forget(name, lost);
      },
    };
  }

  async stop(): Promise<void> {
    await this.#client.end({ timeout: 1 });
  }

  async #take(name: string): Promise<boolean> {
    try {
      const [row] = await statement(this.#client, TAKE, [name]);
      return row?.["taken"] === 1;
    } catch (error) {
      this.#held.delete(name);
      throw withoutValues(error);
    }
  }

  /** If this fails, the connection has ended, and the name with it. */
  async #unlock(name: string): Promise<void> {
    await statement(this.#client, RELEASE, [name]).catch(() => undefined);
  }

  #forget(name: string, lost: AbortController): void {
    if (this.#held.get(name) === lost) this.#held.delete(name);
  }

  #onClose(): void {
    const lost = [...this.#held.values()];
    this.#held.clear();
    for (const one of lost) one.abort(new Error("The connection that held a name has ended"));
  }
}
