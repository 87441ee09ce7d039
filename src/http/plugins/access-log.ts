import type { Log } from "../../lib/log.ts";
import { maskPath } from "../../lib/mask-secrets.ts";
import type { ServiceMetrics } from "../metrics.ts";
import type { RequestFactsBook } from "../request-facts.ts";
import { pathOf } from "../url.ts";
import type { Layer } from "./layer.ts";

/** One line and one count per answer. Of the URL only the path is logged, without what looks like a token. */
export function accessLog(log: Log, metrics: ServiceMetrics, book: RequestFactsBook): Layer {
  return (answer) => async (request) => {
    const response = await answer(request);
    const { id, keyId, route, startedAt } = book.of(request);
    const ms = performance.now() - startedAt;
    const { method } = request;
    const { status } = response;
    metrics.requestAnswered({ route: route ?? "none", method, status, ms });
    log.info(
      { requestId: id, method, path: maskPath(pathOf(request.url)), status, ms: Math.round(ms * 10) / 10, keyId },
      "request",
    );
    return response;
  };
}
