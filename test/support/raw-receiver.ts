import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import type { Certificate } from "./certificates.ts";

/** What the receiver does with a connection: at once over TCP, after the handshake over TLS. */
export type Behave = (socket: Socket) => void;

const FLOOD_CHUNK_BYTES = 16 * 1_024;

/** A server of this machine below HTTP, for answers that no HTTP server gives. */
export class RawReceiver {
  readonly port: number;
  /** Bytes of the connections that ended, as the receiver wrote them. */
  readonly #closed = Promise.withResolvers<{ readonly bytesWritten: number }>();
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
  }

  /** Listens on a free port of 127.0.0.1, over TLS when it is given a certificate. */
  static async start(behave: Behave, certificate?: Certificate): Promise<RawReceiver> {
    const begun: Socket[] = [];
    let take = (socket: Socket): void => void begun.push(socket);
    const accept = (socket: Socket): void => {
      take(socket);
      behave(socket);
    };
    const server =
      certificate === undefined
        ? createTcpServer(accept)
        : createTlsServer({ cert: certificate.certPem, key: certificate.keyPem }, accept);
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    const receiver = new RawReceiver(server);
    take = (socket) => receiver.#keep(socket);
    return receiver;
  }

  /** Resolves when the other side has ended the first connection. */
  get closed(): Promise<{ readonly bytesWritten: number }> {
    return this.#closed.promise;
  }

  stop(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    // A client that hangs up while it is written to is what these tests are about.
    socket.on("error", () => undefined);
    socket.on("close", () => this.#closed.resolve({ bytesWritten: socket.bytesWritten }));
  }
}

/** Sends `head` once, and then `again` as fast as it is taken, until the connection ends. */
export function flood(head: string, again: string): Behave {
  const chunk = again.repeat(Math.ceil(FLOOD_CHUNK_BYTES / again.length));
  return (socket) => {
    const send = (): void => {
      while (!socket.destroyed && socket.write(chunk, "latin1"));
    };
    socket.on("drain", send);
    socket.once("data", () => {
      socket.write(head, "latin1");
      send();
    });
  };
}

/** Sends `head` once, and then `again` piece by piece, until the connection ends. */
export function trickle(head: string, again: string, everyMs = 5): Behave {
  return (socket) => {
    socket.once("data", () => {
      socket.write(head, "latin1");
      const drip = setInterval(() => socket.write(again, "latin1"), everyMs);
      socket.on("close", () => clearInterval(drip));
    });
  };
}

/** Sends `text` when the request begins to come, and leaves the connection open. */
export function say(text: string): Behave {
  return (socket) => void socket.once("data", () => socket.write(text, "latin1"));
}

/** Sends `text` when the request begins to come, and ends the connection. */
export function sayAndClose(text: string): Behave {
  return (socket) => void socket.once("data", () => socket.end(text, "latin1"));
}
