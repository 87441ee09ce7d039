import { createConnection, type Socket } from "node:net";
import { Duplex } from "node:stream";
import { SECOND_MS } from "../lib/clock.ts";
import type { Timer } from "../lib/timer.ts";
import type { PostgresAddress } from "../lib/postgres-address.ts";

/** The pause before the first attempt after a peer has closed a connection without a word. Each further one doubles it. */
const FIRST_PAUSE_MS = 50;
const PAUSE_MAX_MS = 2_000;
/** After this many closed connections in a row, each further one fails what waits for it. */
const CLOSED_MAX = 3;
const CONNECT_MAX_MS = 10 * SECOND_MS;
const STOPPED = "The client is closed";

/**
 * Opens the sockets of a client. The driver connects again at once, and without an end, when a peer accepts a connection and closes it, such
 * as a proxy without its database. So its attempts pause, and then fail.
 */
export class PostgresSockets {
  readonly #address: PostgresAddress;
  readonly #timer: Timer;
  /** Connections in a row that were closed before the server sent anything. */
  #closed = 0;
  /** Attempts that are to fail, one for each connection that was closed too often. */
  #toFail = 0;
  #isStopped = false;
  readonly #connecting = new Set<Socket>();

  constructor(address: PostgresAddress, timer: Timer) {
    this.#address = address;
    this.#timer = timer;
  }

  /** Returns a socket that connects. The driver needs one in any case: it forgets a connection whose socket cannot be made. */
  async open(): Promise<Duplex> {
    if (this.#toFail > 0) {
      this.#toFail -= 1;
      return this.#failing(refusalOf("The server closes connections at once"));
    }
    if (this.#closed > 0) await this.#pause(Math.min(PAUSE_MAX_MS, FIRST_PAUSE_MS * 2 ** (this.#closed - 1)));
    if (this.#isStopped) return this.#failing(refusalOf(STOPPED));
    const socket = this.#connect();
    try {
      await this.#connected(socket);
      return socket;
    } catch (error) {
      return this.#failing(error);
    }
  }

  stop(): void {
    this.#isStopped = true;
    for (const socket of this.#connecting) socket.destroy(refusalOf(STOPPED));
  }

  #connect(): Socket {
    const { host, port } = this.#address;
    const socket = host.startsWith("/")
      ? createConnection({ path: `${host}/.s.PGSQL.${port}` })
      : // The driver reads the name from the socket, and checks the certificate against it.
        Object.assign(createConnection({ host, port }), { host, port });
    let hasAnswered = false;
    socket.once("data", () => {
      hasAnswered = true;
      this.#closed = 0;
    });
    socket.once("close", (hadError: boolean) => {
      if (hasAnswered || hadError) return;
      this.#closed += 1;
      if (this.#closed >= CLOSED_MAX) this.#toFail += 1;
    });
    return socket;
  }

  async #connected(socket: Socket): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    socket.once("connect", resolve).once("error", reject);
    this.#connecting.add(socket);
    const cancelTimer = this.#timer.after(CONNECT_MAX_MS, () =>
      socket.destroy(refusalOf("The server does not answer")),
    );
    try {
      await promise;
    } finally {
      cancelTimer();
      this.#connecting.delete(socket);
      socket.off("error", reject);
    }
  }

  /** Fails after its first write: what the driver had not written yet, it would send first on its next connection. */
  #failing(error: unknown): Duplex {
    const fail = (): void => void socket.destroy(error instanceof Error ? error : refusalOf(String(error)));
    const socket: Duplex = new Duplex({
      read: () => undefined,
      write: (_chunk, _encoding, written) => {
        written();
        this.#timer.after(0, fail);
      },
    });
    return socket;
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#timer.after(ms, resolve));
  }
}

/** Not the end of a connection, after which reads would be repeated. */
function refusalOf(reason: string): Error {
  return Object.assign(new Error(reason), { code: "CONNECTION_REFUSED" });
}
