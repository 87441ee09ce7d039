import type { Duplex } from "node:stream";
import type { Timer } from "../lib/timer.ts";
import type { Reply } from "./outcome.ts";
import { ReplyReader } from "./reply-reader.ts";

export interface Message {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface ExchangeOptions {
  readonly timer: Timer;
  /** How long the body may take once the head has come: the status is the answer. */
  readonly bodyWaitMs: number;
}

/**
 * Sends a message over a connection and reads the answer, of the body only the beginning. Ends at the latest when
 * `signal` is aborted, whether or not the socket reports anything; the socket is destroyed then. Once the head has
 * come, its status is the answer, whatever happens to the rest.
 */
export async function exchange(
  socket: Duplex,
  message: Message,
  options: ExchangeOptions,
  signal: AbortSignal,
): Promise<Reply> {
  const { promise: reason, resolve: end } = Promise.withResolvers<unknown>();
  const reader = new ReplyReader();
  const calls: { off: (() => void) | null } = { off: null };
  const take = (bytes: Buffer): void => {
    try {
      if (reader.push(bytes)) return end(null);
    } catch (error) {
      return end(error);
    }
    if (reader.isAnswered) calls.off ??= options.timer.after(options.bodyWaitMs, () => end(null));
  };
  const abort = (): void => end(signal.reason);
  const close = (): void => end(dropped());
  signal.addEventListener("abort", abort, { once: true });
  socket.on("data", take).on("end", close).on("close", close).on("error", end);
  if (signal.aborted) abort();
  else socket.write(requestOf(message));
  const ended = await reason;
  signal.removeEventListener("abort", abort);
  calls.off?.();
  socket.off("data", take);
  socket.destroy();
  const reply = reader.reply();
  if (reply === null) throw ended;
  return reply;
}

function requestOf({ url, headers, body }: Message): Buffer {
  const { host, pathname, search } = new URL(url);
  const bytes = Buffer.from(body);
  const lines = Object.entries({ host, connection: "close", ...headers, "content-length": String(bytes.byteLength) });
  const head = [`POST ${pathname}${search} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`), "", ""];
  return Buffer.concat([Buffer.from(head.join("\r\n"), "latin1"), bytes]);
}

function dropped(): Error {
  return Object.assign(new Error("the connection was closed before the answer"), { code: "ECONNRESET" });
}
