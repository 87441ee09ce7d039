/**
 * Bun answers a longer body by itself, with no word and past all our layers. So it never does, and every endpoint that
 * reads a body has its own bound.
 */
export const SOCKET_BODY_MAX_BYTES = Number.MAX_SAFE_INTEGER;

/**
 * Bun's timer of a connection. It starts with the connection and again with each request, but not with each byte: so it
 * bounds the whole of a head, of a body, and of a pause between requests. A shorter time would cut slow downloads: it runs
 * while the client reads what the socket holds.
 */
export const IDLE_TIMEOUT_SECONDS = 120;
