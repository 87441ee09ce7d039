import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import type { Certificate } from "./certificates.ts";

/** The reaction of the receiver to a connection: immediately over TCP, after the handshake over TLS. */
export type Behave = (socket: Socket) => void;

const FLOOD_CHUNK_BYTES = 16 * 1_024;

/** A TCP or TLS server on this machine, for answers that no HTTP server gives. */
export class RawReceiver {
  readonly port: number;
  /** Bytes that the receiver wrote to ended connections. */
  readonly #closed = Promise.withResolvers<{ readonly bytesWritten: number }>();
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
  }

  /** Listens on a free port of 127.0.0.1; with a certificate, over TLS. */
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

  /** Resolves when the client has ended the first connection. */
  get closed(): Promise<{ readonly bytesWritten: number }> {
    return this.#closed.promise;
  }

  stop(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    // These tests expect clients that disconnect during a write.
    socket.on("error", () => undefined);
    socket.on("close", () => this.#closed.resolve({ bytesWritten: socket.bytesWritten }));
  }
}

/** Sends `head` once, then `again` as fast as the client reads, until the connection ends. */
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

/** Sends `head` once, then `again` in pieces, until the connection ends. */
export function trickle(head: string, again: string, everyMs = 5): Behave {
  return (socket) => {
    socket.once("data", () => {
      socket.write(head, "latin1");
      const drip = setInterval(() => socket.write(again, "latin1"), everyMs);
      socket.on("close", () => clearInterval(drip));
    });
  };
}

/** Sends `text` when the request starts to arrive, and leaves the connection open. */
export function say(text: string): Behave {
  return (socket) => void socket.once("data", () => socket.write(text, "latin1"));
}

/** Sends `text` when the request starts to arrive, and ends the connection. */
export function sayAndClose(text: string): Behave {
  return (socket) => void socket.once("data", () => socket.end(text, "latin1"));
}
