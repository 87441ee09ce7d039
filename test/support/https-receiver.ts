import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import type { Authority } from "./certificates.ts";

const NAMES = ["localhost", "127.0.0.1"];
const NEXT_WITHIN_MS = 10_000;
const BIG_CHUNK = Buffer.alloc(64 * 1_024, "x");

/** The reaction of the receiver to a request, after reading it completely. */
export type Answer =
  | {
      readonly kind: "status";
      readonly status: number;
      readonly body?: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly delayMs?: number;
      /** Answers after this has resolved. */
      readonly until?: Promise<unknown>;
    }
  /** Never answers. */
  | { readonly kind: "hang" }
  | { readonly kind: "redirect"; readonly to: string }
  /** Sends `status` and then one byte every `everyMs`, endlessly. */
  | { readonly kind: "drip"; readonly status: number; readonly everyMs: number }
  /** Sends an endless body as fast as the client reads. */
  | { readonly kind: "flood"; readonly status: number }
  /** Closes the connection without an answer. */
  | { readonly kind: "reset" };

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A real HTTPS server on this machine that records requests and answers as configured. */
export class HttpsReceiver {
  readonly port: number;
  /** All received requests. */
  readonly received: Received[] = [];
  /** Connections that the client ended before the answer was complete. */
  abandoned = 0;
  readonly #server: Server;
  readonly #answers: Answer[] = [];
  #choose: (received: Received) => Answer = () => ({ kind: "status", status: 200 });
  readonly #waiting: ((received: Received) => void)[] = [];
  #taken = 0;

  private constructor(server: Server) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
    server.on("request", (request, response) => void this.#receive(request, response));
  }

  /** Listens on a free port of 127.0.0.1, with a certificate for `names` (and localhost, if none are given). */
  static async start(options: {
    readonly authority: Authority;
    readonly names?: readonly string[];
  }): Promise<HttpsReceiver> {
    const certificate = await options.authority.issue(options.names ?? NAMES);
    const server = createServer({ cert: certificate.certPem, key: certificate.keyPem });
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    return new HttpsReceiver(server);
  }

  get url(): string {
    return this.urlFor("127.0.0.1");
  }

  urlFor(host: string): string {
    return `https://${host}:${this.port}`;
  }

  /** Sets the answers to the next requests, in order. Later requests get 200, unless `answerBy` was called. */
  answer(...answers: readonly Answer[]): void {
    this.#answers.push(...answers);
  }

  /** Sets how requests without a set answer are answered. */
  answerBy(choose: (received: Received) => Answer): void {
    this.#choose = choose;
  }

  /** Returns the first request that no earlier call returned; waits for it if necessary. */
  next(withinMs = NEXT_WITHIN_MS): Promise<Received> {
    const present = this.received[this.#taken];
    this.#taken += 1;
    if (present !== undefined) return Promise.resolve(present);
    const { promise, resolve, reject } = Promise.withResolvers<Received>();
    const take = (received: Received): void => {
      clearTimeout(late);
      resolve(received);
    };
    const late = setTimeout(() => {
      // After the time limit, the next request belongs to the next caller.
      this.#waiting.splice(this.#waiting.indexOf(take), 1);
      this.#taken -= 1;
      reject(new Error(`No request came within ${withinMs} ms.`));
    }, withinMs);
    this.#waiting.push(take);
    return promise;
  }

  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => void this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    await closed;
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on("close", () => {
      if (!response.writableFinished) this.abandoned += 1;
    });
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as const);
    const received = {
      method: request.method ?? "",
      path: request.url ?? "",
      headers: Object.fromEntries(headers),
      body: Buffer.concat(chunks).toString("utf8"),
    };
    this.received.push(received);
    this.#waiting.shift()?.(received);
    await respond(request, response, this.#answers.shift() ?? this.#choose(received));
  }
}

async function respond(request: IncomingMessage, response: ServerResponse, answer: Answer): Promise<void> {
  switch (answer.kind) {
    case "status":
      if (answer.delayMs !== undefined) await Bun.sleep(answer.delayMs);
      await answer.until;
      response.writeHead(answer.status, answer.headers).end(answer.body ?? "");
      return;
    case "hang":
      return;
    case "redirect":
      response.writeHead(302, { location: answer.to }).end();
      return;
    case "drip": {
      response.writeHead(answer.status);
      const drip = setInterval(() => response.write("."), answer.everyMs);
      response.on("close", () => clearInterval(drip));
      return;
    }
    case "flood":
      response.writeHead(answer.status);
      while (!response.destroyed && response.write(BIG_CHUNK));
      response.on("drain", () => response.write(BIG_CHUNK));
      return;
    case "reset":
      request.socket.destroy();
      return;
  }
}
