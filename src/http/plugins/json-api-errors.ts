import { Elysia } from "elysia";
import type { Log } from "../../lib/log.ts";
import { maskPath } from "../../lib/mask-secrets.ts";
import { refusal, Refused } from "../../lib/refusal.ts";
import { type KnownRoute, methodsAt } from "../allowed-methods.ts";
import { jsonApiErrors } from "../json-api.ts";
import type { RequestFactsBook } from "../request-facts.ts";
import { pathOf } from "../url.ts";

/**
 * The one place where what went wrong becomes an answer. A refusal is shown as it is; an address without a
 * route is 404, or 405 where other methods have one; everything else is a bug: it is logged, and the client
 * learns the request id only.
 */
export function jsonApiErrorAnswers(log: Log, book: RequestFactsBook, routes: () => readonly KnownRoute[]) {
  return new Elysia().onError({ as: "global" }, ({ error, code, request }) => {
    if (error instanceof Refused) return jsonApiErrors(error.refusals, error.headers);
    if (code === "NOT_FOUND") return answerWithoutRoute(request, routes());
    log.error({ requestId: book.of(request).id, path: maskPath(pathOf(request.url)), error }, "a request met a bug");
    return jsonApiErrors([refusal("internal")]);
  });
}

function answerWithoutRoute(request: Request, routes: readonly KnownRoute[]): Response {
  const methods = methodsAt(routes, pathOf(request.url));
  if (methods.length === 0)
    return jsonApiErrors([refusal("not_found", { detail: "There is nothing at this address." })]);
  const headers = { allow: methods.join(", ") };
  if (request.method === "OPTIONS") return new Response(null, { status: 204, headers });
  return jsonApiErrors([refusal("method_not_allowed")], headers);
}
