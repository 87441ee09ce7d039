import type { Server } from "bun";
import type { Config } from "../config/config.ts";
import type { TlsPair } from "../config/tls.ts";
import { assert } from "../lib/assert.ts";
import { SECOND_MS } from "../lib/clock.ts";
import type { Services } from "./services.ts";

/** Time for requests in flight to end. With the jobs' own deadline, a stop takes less than 15 seconds. */
const DRAIN_MS = 10 * SECOND_MS;

/** The sockets that the HTTP app listens on. A certificate can be replaced while requests are answered. */
export class Listener {
  readonly #app: Services["app"];
  readonly #host: string;
  #tls: TlsPair | null;
  #port: number;
  /** The end of the listener before the current one. */
  #draining: Promise<void> = Promise.resolve();

  constructor({ app }: Services, { host, port, tls }: Pick<Config, "host" | "port" | "tls">) {
    this.#app = app;
    this.#host = host;
    this.#port = port;
    this.#tls = tls;
  }

  /** Listens and returns the URL. If the configured port is 0, the URL has the port that was bound. */
  listen(): string {
    // A port for TLS is shared with the next listener, so the system would not report that another program has it.
    if (this.#tls !== null) this.#port = freePortOf(this.#host, this.#port);
    this.#open();
    return `${this.#tls === null ? "http" : "https"}://${hostInUrl(this.#host)}:${this.#port}`;
  }

  /**
   * Answers new connections with another certificate; requests in flight end with the former. A connection that is being
   * opened at this moment can be reset: Bun closes the former listener with all that have sent no request. Does nothing
   * for the same pair. A server that began without TLS cannot change to it, nor back: its links have the scheme.
   */
  async replaceTls(tls: TlsPair | null): Promise<"replaced" | "same" | "needs restart"> {
    const isSame = tls?.cert === this.#tls?.cert && tls?.key === this.#tls?.key;
    if (isSame) return "same";
    if (tls === null || this.#tls === null) return "needs restart";
    await this.#draining;
    const former = this.#app.server;
    const before = this.#tls;
    this.#tls = tls;
    try {
      this.#open();
    } catch (error) {
      this.#tls = before;
      throw error;
    }
    if (former !== null) this.#draining = drain(former);
    return "replaced";
  }

  /** Stops listening and returns when the requests in flight have ended, or their time is over. */
  async stop(): Promise<void> {
    const server = this.#app.server;
    await Promise.all([this.#draining, server === null ? null : drain(server)]);
  }

  #open(): void {
    const shared = this.#tls === null ? {} : { tls: this.#tls, reusePort: true };
    this.#app.listen({ hostname: this.#host, port: this.#port, ...shared });
    const bound = this.#app.server?.port;
    assert(bound !== undefined, "a server that listens has a port");
    this.#port = bound;
  }
}

/** Returns the port if nothing else listens on it, or any free one for 0. Throws if it is taken. */
function freePortOf(host: string, port: number): number {
  const probe = Bun.serve({ hostname: host, port, reusePort: false, fetch: () => new Response(null, { status: 503 }) });
  const free = probe.port;
  void probe.stop(true);
  assert(free !== undefined, "a server that listens has a port");
  return free;
}

async function drain(server: Server<unknown>): Promise<void> {
  const deadline = Promise.withResolvers<"late">();
  const timer = setTimeout(() => deadline.resolve("late"), DRAIN_MS);
  const ended = await Promise.race([server.stop(false), deadline.promise]);
  clearTimeout(timer);
  if (ended === "late") await server.stop(true);
}

function hostInUrl(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}
