import type { RequestContexts } from "../request-contexts.ts";
import type { Layer } from "./layer.ts";

/** Limits of time and bytes for discarding a body after the response. */
const LINGER_MS = 500;
const LINGER_BYTES = 16 * 1024 ** 2;
/** A client that sends nothing for this long has read the response. */
const SILENCE_MS = 100;
/** Responses with this status or a higher one are refusals: short, and safe to hold in memory. */
const REFUSAL_STATUS_MIN = 400;

type Body = ReadableStream<Uint8Array>;

/**
 * Closes the connection of a request whose body was not read, because the rest of the body would keep it open. If the
 * complete body has already arrived, it is discarded and the connection stays open.
 * Closing a socket with unread bytes resets it, and the client may not get the response (RFC 9112 section 9.6). So a
 * refusal is sent first, then incoming bytes are discarded for a moment, and only then is the connection closed.
 */
export function unreadBody(contexts: RequestContexts): Layer {
  return (handler) => async (request) => {
    const body = request.body as Body | null;
    const response = await handler(request);
    if (body === null) return announcesBody(request) ? closing(response) : response;
    if (contexts.of(request).isBodyRead) return response;
    if (body.locked || request.bodyUsed) return closing(response);
    if (response.headers.get("connection") !== "close" && (await hasEnded(body))) return response;
    return response.status < REFUSAL_STATUS_MIN ? closing(response) : await lingering(closing(response), body);
  };
}

/** For GET and HEAD, whose bodies cannot be read. */
function announcesBody({ headers }: Request): boolean {
  return Number(headers.get("content-length") ?? 0) > 0 || headers.has("transfer-encoding");
}

function closing(response: Response): Response {
  response.headers.set("connection", "close");
  return response;
}

/** Discards the bytes that have arrived, without waiting for more. Returns whether the body has ended. */
async function hasEnded(body: Body): Promise<boolean> {
  const reader = body.getReader();
  const noMore = new Promise<null>((resolve) => void setImmediate(() => resolve(null)));
  try {
    for (let bytes = 0; bytes < LINGER_BYTES;) {
      const read = await Promise.race([reader.read().catch(() => null), noMore]);
      if (read === null) return false;
      if (read.done) return true;
      bytes += read.value.length;
    }
    return false;
  } finally {
    reader.releaseLock();
  }
}

async function lingering(response: Response, body: Body): Promise<Response> {
  const text = await response.bytes();
  const slow = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(text);
      await drain(body);
      controller.close();
    },
  });
  return new Response(slow, response);
}

async function drain(body: Body): Promise<void> {
  const reader = body.getReader();
  const until = performance.now() + LINGER_MS;
  for (let bytes = 0; bytes < LINGER_BYTES && performance.now() < until;) {
    const { promise: silence, resolve } = Promise.withResolvers<null>();
    const timer = setTimeout(() => resolve(null), SILENCE_MS);
    const read = await Promise.race([reader.read().catch(() => null), silence]);
    clearTimeout(timer);
    if (read === null || read.done) break;
    bytes += read.value.length;
  }
  reader.cancel().catch(() => undefined);
}
