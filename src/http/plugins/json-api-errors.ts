import { Elysia } from "elysia";
import { messageOf } from "../../lib/assert.ts";
import type { Log } from "../../lib/log.ts";
import { maskPath } from "../../lib/mask-secrets.ts";
import { refusal, Refused } from "../../lib/refusal.ts";
import { storageFailureOf } from "../../lib/storage-failure.ts";
import { type KnownRoute, methodsAt } from "../allowed-methods.ts";
import { jsonApiErrors } from "../json-api.ts";
import type { RequestContexts } from "../request-contexts.ts";
import { storageRefused } from "../storage-refused.ts";
import { pathOf } from "../url.ts";

/**
 * Converts every error to a response. A refusal is sent as it is. A path without a route is 404, or 405 if other methods
 * have a route. A storage failure is 503. Every other error is a bug: it is logged, and the client gets only the request id.
 */
export function jsonApiErrorAnswers(
  log: Log,
  contexts: RequestContexts,
  storage: { recordFailure(error: unknown): void },
  routes: () => readonly KnownRoute[],
) {
  return new Elysia().onError({ as: "global" }, ({ error, code, request }) => {
    if (error instanceof Refused) return jsonApiErrors(error.refusals, error.headers);
    if (code === "NOT_FOUND") return answerWithoutRoute(request, routes());
    // Nobody reads this answer: work for the request was stopped because its client has gone.
    if (request.signal.aborted && error === request.signal.reason)
      return jsonApiErrors([refusal("bad_request", { detail: "The client disconnected." })]);
    const failure = storageFailureOf(error);
    if (failure !== null) {
      storage.recordFailure(error);
      const requestId = contexts.of(request).id;
      log.warn({ requestId, failure, reason: messageOf(error) }, "storage failed during a request");
      const { refusals, headers } = storageRefused(failure);
      return jsonApiErrors(refusals, headers);
    }
    log.error(
      { requestId: contexts.of(request).id, path: maskPath(pathOf(request.url)), error },
      "unexpected error in a request",
    );
    return jsonApiErrors([refusal("internal")]);
  });
}

function answerWithoutRoute(request: Request, routes: readonly KnownRoute[]): Response {
  const methods = methodsAt(routes, pathOf(request.url));
  if (methods.length === 0) return jsonApiErrors([refusal("not_found", { detail: "This address does not exist." })]);
  const headers = { allow: methods.join(", ") };
  if (request.method === "OPTIONS") return new Response(null, { status: 204, headers });
  return jsonApiErrors([refusal("method_not_allowed")], headers);
}
