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
 * The one place where an error becomes an answer. A refusal is shown as it is; an address without a route is 404, or 405
 * where other methods have one; a failure of storage is 503; everything else is a bug: it is logged, and the client learns
 * the request id only.
 */
export function jsonApiErrorAnswers(
  log: Log,
  contexts: RequestContexts,
  storage: { met(error: unknown): void },
  routes: () => readonly KnownRoute[],
) {
  return new Elysia().onError({ as: "global" }, ({ error, code, request }) => {
    if (error instanceof Refused) return jsonApiErrors(error.refusals, error.headers);
    if (code === "NOT_FOUND") return answerWithoutRoute(request, routes());
    const failure = storageFailureOf(error);
    if (failure !== null) {
      storage.met(error);
      const requestId = contexts.of(request).id;
      log.warn({ requestId, failure, reason: messageOf(error) }, "a request met a storage failure");
      const { refusals, headers } = storageRefused(failure);
      return jsonApiErrors(refusals, headers);
    }
    log.error(
      { requestId: contexts.of(request).id, path: maskPath(pathOf(request.url)), error },
      "a request met a bug",
    );
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
