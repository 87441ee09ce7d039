import { connect, type Socket } from "node:net";

/** A client that sends a request in parts over a socket and leaves it open. */
export class HalfSent {
  readonly #socket: Socket;
  readonly #closed = Promise.withResolvers<void>();
  /** The data received until now. */
  answer = "";
  isClosed = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (data: Buffer) => (this.answer += data.toString("latin1")));
    socket.on("error", () => undefined);
    socket.on("close", () => {
      this.isClosed = true;
      this.#closed.resolve();
    });
  }

  /** Connects from a loopback address and sends the first part. */
  static async open(port: number, first: string, localAddress = "127.0.0.1"): Promise<HalfSent> {
    const socket = connect({ port, host: "127.0.0.1", localAddress });
    const client = new HalfSent(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once("connect", resolve);
      socket.once("error", reject);
    });
    await client.send(first);
    return client;
  }

  async send(part: string): Promise<void> {
    await new Promise<void>((resolve) => void this.#socket.write(Buffer.from(part, "latin1"), () => resolve()));
  }

  /** The status of the answer; null before the answer. */
  get status(): number | null {
    const status = /^HTTP\/1\.1 (\d{3})/.exec(this.answer)?.[1];
    return status === undefined ? null : Number(status);
  }

  /** Waits until the server has ended the connection. */
  async closed(): Promise<void> {
    await this.#closed.promise;
  }

  leave(): void {
    this.#socket.destroy();
  }
}
