/** Proxies must not hold events back until a buffer is full. */
const HEADERS = { "content-type": "text/event-stream", "cache-control": "no-store", "x-accel-buffering": "no" };

/** Answers with a stream of server-sent events. */
export function eventResponse(events: ReadableStream<Uint8Array>): Response {
  return new Response(events, { headers: HEADERS });
}
