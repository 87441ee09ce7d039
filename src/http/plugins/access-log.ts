import type { Log } from "../../lib/log.ts";
import { maskPath } from "../../lib/mask-secrets.ts";
import type { RequestContexts } from "../request-contexts.ts";
import type { RequestMetrics } from "../request-metrics.ts";
import { pathOf } from "../url.ts";
import type { Layer } from "./layer.ts";

/** Logs and counts every response. The line contains only the path of the URL, with tokens masked. */
export function accessLog(log: Log, metrics: RequestMetrics, contexts: RequestContexts): Layer {
  return (handler) => async (request) => {
    const response = await handler(request);
    const { id, keyId, route, startedAt } = contexts.of(request);
    const ms = performance.now() - startedAt;
    const { method } = request;
    const { status } = response;
    metrics.answered({ route: route ?? "none", method, status, ms });
    log.info(
      { requestId: id, method, path: maskPath(pathOf(request.url)), status, ms: Math.round(ms * 10) / 10, keyId },
      "request",
    );
    return response;
  };
}
