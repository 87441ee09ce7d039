import type { RequestContexts } from "../request-contexts.ts";
import { pathStart } from "../url.ts";
import type { Layer } from "./layer.ts";

/** Elysia looks for the path from here on, which cuts the path of a host with a very short name. */
const ELYSIA_PATH_SCAN = 11;

/**
 * Two requests that Elysia would answer wrongly are put in a form that it answers rightly:
 * - HEAD is asked as GET, because Elysia reads a whole body, of whatever size, to tell its length; the server
 *   leaves the body out by itself. A range means nothing on HEAD (RFC 9110 section 14.2).
 * - A host name of one to three letters gets another one, and so does a request without any.
 */
export function plainRequest(contexts: RequestContexts): Layer {
  return (answer) => (request) => {
    const start = pathStart(request.url);
    const isHead = request.method === "HEAD";
    if (!isHead && start >= ELYSIA_PATH_SCAN) return answer(request);
    const url = start >= ELYSIA_PATH_SCAN ? request.url : `http://localhost${request.url.slice(start)}`;
    const plain = isHead ? asGet(url, request) : new Request(url, request);
    contexts.share(request, plain);
    return answer(plain);
  };
}

function asGet(url: string, request: Request): Request {
  const headers = new Headers(request.headers);
  headers.delete("range");
  return new Request(url, { headers, signal: request.signal });
}
