import type { PostgresClient, PostgresConnection } from "./postgres-client.ts";
import { PostgresFailed } from "./postgres-errors.ts";

const CLOSE_SECONDS = 5;

/**
 * The client of all statements. It is replaced when a connection has ended within a statement: the driver keeps state of that statement, so the
 * next one on the connection fails with the same error, and the one after it can have empty rows before its own.
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

  /** Replaces `client` if `error` is the end of a connection. What else runs on it has seconds to end. Returns whether it is the end of one. */
  replaceAfter(error: unknown, client: PostgresClient): boolean {
    const isEnd = error instanceof PostgresFailed && error.isEnd;
    if (!isEnd || client !== this.#client || this.#isStopped) return isEnd;
    this.#replace(CLOSE_SECONDS);
    return true;
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
