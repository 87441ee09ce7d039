import { type AnyElysia, Elysia } from "elysia";
import type { NewId } from "../lib/ids.ts";
import type { Log } from "../lib/log.ts";
import { accessLog } from "./plugins/access-log.ts";
import { jsonApiErrorAnswers } from "./plugins/json-api-errors.ts";
import { layers } from "./plugins/layer.ts";
import { plainRequest } from "./plugins/plain-request.ts";
import { requestContext } from "./plugins/request-context.ts";
import { unambiguousRequest } from "./plugins/unambiguous-request.ts";
import { unreadBody } from "./plugins/unread-body.ts";
import type { RequestContexts } from "./request-contexts.ts";
import type { RequestMetrics } from "./request-metrics.ts";
import { IDLE_TIMEOUT_SECONDS, SOCKET_BODY_MAX_BYTES } from "./socket-limits.ts";

export interface AppParts {
  readonly newId: NewId;
  readonly log: Log;
  readonly metrics: RequestMetrics;
  readonly contexts: RequestContexts;
  /** Receives the storage failures of requests. */
  readonly storage: { recordFailure(error: unknown): void };
  /** The plugins of all features, mounted in order. */
  readonly routes: readonly (AnyElysia | Promise<AnyElysia>)[];
}

/**
 * Creates the HTTP application; it knows no feature. `aot` is on in production and in tests. Routes have no schema, because
 * each parses its own input. `systemRouter` is off, because Bun's router answers HEAD, 404 and unusual paths differently
 * from `handle`, which tests call.
 */
export function createApp({ newId, log, metrics, contexts, storage, routes }: AppParts): AnyElysia {
  const outermost = layers(
    unreadBody(contexts),
    requestContext(newId, contexts, log),
    accessLog(log, metrics, contexts),
    unambiguousRequest(),
    plainRequest(contexts),
  );
  const app: AnyElysia = new Elysia({
    aot: true,
    normalize: false,
    systemRouter: false,
    serve: {
      development: false,
      // By Elysia's default, a second server would silently take half of a port's connections.
      reusePort: false,
      idleTimeout: IDLE_TIMEOUT_SECONDS,
      maxRequestBodySize: SOCKET_BODY_MAX_BYTES,
    },
  });
  app
    .wrap(outermost)
    .use(jsonApiErrorAnswers(log, contexts, storage, () => app.routes))
    .onTransform(({ request, route }) => {
      contexts.of(request).route = route;
    });
  for (const plugin of routes) app.use(plugin);
  return app;
}
