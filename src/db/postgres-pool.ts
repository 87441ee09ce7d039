import type { PostgresClient, PostgresConnection } from "./postgres-client.ts";
import { PostgresFailed } from "./postgres-errors.ts";

const CLOSE_SECONDS = 5;

/**
 * The client of all statements. It is replaced when a connection has failed: the driver keeps state of its statement, and what it had not written
 * yet, so the next statement on the connection fails too, and the one after it can have empty rows before its own.
 */
export class PostgresPool {
  readonly #connect: () => PostgresClient;
  #client: PostgresClient;
  #isStopped = false;

  constructor(connect: () => PostgresClient) {
    this.#connect = connect;
    this.#client = connect();
  }

  get client(): PostgresClient {
    return this.#client;
  }

  /** Any connection of the current client. */
  get connection(): PostgresConnection {
    return { unsafe: (...statement) => this.#client.unsafe(...statement) };
  }

  /** Replaces `client` if `error` is of a connection. What else runs on it has seconds to end. Returns whether it is the end of one. */
  replaceAfter(error: unknown, client: PostgresClient): boolean {
    if (!(error instanceof PostgresFailed)) return false;
    if (error.isOfConnection && client === this.#client && !this.#isStopped) this.#replace(CLOSE_SECONDS);
    return error.isEnd;
  }

  /** Returns `replaceAfter` for the errors of reads that run one after the other. */
  isEndOfReads(): (error: unknown) => boolean {
    let client = this.#client;
    return (error) => {
      const isEnd = this.replaceAfter(error, client);
      client = this.#client;
      return isEnd;
    };
  }

  /** Ends all connections. What waits for them fails, and the next statement connects anew. */
  reconnect(): void {
    this.#replace(0);
  }

  async stop(seconds = CLOSE_SECONDS): Promise<void> {
    this.#isStopped = true;
    await this.#client.end({ timeout: seconds });
  }

  #replace(seconds: number): void {
    const former = this.#client;
    this.#client = this.#connect();
    void former.end({ timeout: seconds });
  }
}
