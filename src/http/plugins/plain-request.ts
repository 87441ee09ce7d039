import type { RequestContexts } from "../request-contexts.ts";
import { pathStart } from "../url.ts";
import type { Layer } from "./layer.ts";

/** Elysia searches for the path from this position, which is inside the path if the host name is very short. */
const ELYSIA_PATH_SCAN = 11;

/**
 * Rewrites two kinds of requests that Elysia answers incorrectly:
 * - HEAD becomes GET, because Elysia reads a complete body of any size to find its length. The server omits the body.
 *   A range has no meaning on HEAD (RFC 9110 section 14.2), so it is removed.
 * - A missing host name, or one of up to three letters, is replaced.
 */
export function plainRequest(contexts: RequestContexts): Layer {
  return (handler) => (request) => {
    const start = pathStart(request.url);
    const isHead = request.method === "HEAD";
    if (!isHead && start >= ELYSIA_PATH_SCAN) return handler(request);
    const url = start >= ELYSIA_PATH_SCAN ? request.url : `http://localhost${request.url.slice(start)}`;
    const plain = isHead ? asGet(url, request) : new Request(url, request);
    contexts.share(request, plain);
    return handler(plain);
  };
}

function asGet(url: string, request: Request): Request {
  const headers = new Headers(request.headers);
  headers.delete("range");
  return new Request(url, { headers, signal: request.signal });
}
