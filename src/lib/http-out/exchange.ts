import { validateHeaderValue } from "node:http";
import type { Duplex } from "node:stream";
import type { Timer } from "../timer.ts";
import { type Reply, ReplyReader } from "./reply-reader.ts";

export interface Message {
  /** POST if absent. */
  readonly method?: "GET" | "POST";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface ExchangeOptions {
  readonly timer: Timer;
  /** Bytes to read after the head, framing and trailers included. */
  readonly bodyBytesMax: number;
  /** Bytes of a body that is not too long, without framing. `bodyBytesMax` if absent. */
  readonly contentBytesMax?: number;
  /** Limit from the end of the head to the end of the body, for callers that need only the status. */
  readonly bodyWaitMs?: number;
}

/**
 * Sends a message over a connection and reads the response. Ends at the latest when `signal` is aborted, even if the
 * socket emits nothing, and destroys the socket. Once the head has arrived it returns a reply, complete or not.
 *
 * No HTTP client of Bun 1.4.5 can be bounded: node:http emits nothing after 101 and cannot be aborted then, and it reads
 * endless interim responses and chunk sizes; fetch obeys proxy variables, follows redirects and decompresses bodies.
 */
export async function exchange(
  socket: Duplex,
  message: Message,
  { timer, bodyBytesMax, contentBytesMax, bodyWaitMs }: ExchangeOptions,
  signal: AbortSignal,
): Promise<Reply> {
  const { promise: ended, resolve: end } = Promise.withResolvers<unknown>();
  const reader = new ReplyReader(bodyBytesMax, contentBytesMax);
  const cancelTimers: (() => void)[] = [];
  const read = (bytes: Buffer): void => {
    try {
      if (reader.push(bytes)) return end(null);
    } catch (error) {
      return end(error);
    }
    if (reader.isAnswered && bodyWaitMs !== undefined && cancelTimers.length === 0) {
      cancelTimers.push(timer.after(bodyWaitMs, () => end(null)));
    }
  };
  const abort = (): void => end(signal.reason);
  const close = (): void => end(connectionClosed());
  signal.addEventListener("abort", abort, { once: true });
  socket.on("data", read).on("close", close).on("error", end);
  socket.on("end", () => {
    reader.end();
    close();
  });
  try {
    if (signal.aborted) abort();
    else socket.write(requestBytes(message));
    const reason = await ended;
    const reply = reader.reply();
    if (reply === null) throw reason;
    return reply;
  } finally {
    signal.removeEventListener("abort", abort);
    for (const cancelTimer of cancelTimers) cancelTimer();
    socket.off("data", read);
    socket.destroy();
  }
}

function requestBytes({ method = "POST", url, headers, body }: Message): Buffer {
  const { host, pathname, search } = new URL(url);
  const bytes = Buffer.from(body);
  const lines = Object.entries({ host, connection: "close", ...headers, "content-length": String(bytes.byteLength) });
  for (const [name, value] of lines) validateHeaderValue(name, value);
  const head = [
    `${method} ${pathname}${search} HTTP/1.1`,
    ...lines.map(([name, value]) => `${name}: ${value}`),
    "",
    "",
  ];
  return Buffer.concat([Buffer.from(head.join("\r\n"), "latin1"), bytes]);
}

function connectionClosed(): Error {
  return Object.assign(new Error("the connection was closed before the answer"), { code: "ECONNRESET" });
}
