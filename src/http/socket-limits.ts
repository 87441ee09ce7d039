/**
 * Practically unlimited. Bun itself responds to a body above this limit, without an error document, a request id or a
 * line in the log. Every endpoint that reads a body has its own limit.
 */
export const SOCKET_BODY_MAX_BYTES = Number.MAX_SAFE_INTEGER;

/**
 * Bun's timer of a connection that has sent the head of a request. It restarts with each request, but not with each byte, so it
 * limits the time for a complete body, for an answer that sends nothing, and between requests. A shorter time would end slow
 * downloads, because it also runs while the client reads from the socket's buffer.
 * Until the first complete head, Bun has another timer, which cannot be set: it ends a connection after 8 to 12 seconds,
 * however many bytes of a head arrive.
 */
export const IDLE_TIMEOUT_SECONDS = 120;
