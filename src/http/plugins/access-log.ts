import type { Log } from "../../lib/log.ts";
import { maskPath } from "../../lib/mask-secrets.ts";
import type { RequestContexts } from "../request-contexts.ts";
import type { RequestMetrics } from "../request-metrics.ts";
import { pathOf } from "../url.ts";
import type { Layer } from "./layer.ts";

/** One line and one count per answer. Of the URL only the path is logged, without what looks like a token. */
export function accessLog(log: Log, metrics: RequestMetrics, contexts: RequestContexts): Layer {
  return (answer) => async (request) => {
    const response = await answer(request);
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
