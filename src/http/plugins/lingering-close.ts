import type { Layer } from "./layer.ts";

/** After its answer a client is listened to for so long, and so many bytes. */
const LINGER_MS = 500;
const LINGER_BYTES = 16 * 1024 ** 2;
/** A client that is silent for so long has read the answer. */
const SILENCE_MS = 100;

/**
 * An answer that ends the connection while the client still sends: closed at once, a socket with unread bytes is reset,
 * and the client may never see why (RFC 9112 section 9.6). So the answer goes out, what still comes is read and thrown
 * away for a moment, and only then the connection ends.
 */
export function lingeringClose(): Layer {
  return (answer) => async (request) => {
    const response = await answer(request);
    const body = request.body as ReadableStream<Uint8Array> | null;
    if (response.headers.get("connection") !== "close" || body === null || body.locked) return response;
    const text = await response.bytes();
    const lingering = new ReadableStream<Uint8Array>({
      async start(controller) {
        controller.enqueue(text);
        await drain(body);
        controller.close();
      },
    });
    return new Response(lingering, response);
  };
}

async function drain(body: ReadableStream<Uint8Array>): Promise<void> {
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
