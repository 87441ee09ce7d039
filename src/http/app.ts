import { Elysia } from "elysia";
import type { HttpContext } from "./context.ts";
import { accessLog } from "./plugins/access-log.ts";
import { jsonApiErrorAnswers } from "./plugins/json-api-errors.ts";
import { layers } from "./plugins/layer.ts";
import { noSniff } from "./plugins/no-sniff.ts";
import { plainRequest } from "./plugins/plain-request.ts";
import { requestId } from "./plugins/request-id.ts";
import { unambiguousRequest } from "./plugins/unambiguous-request.ts";
import { unreadBody } from "./plugins/unread-body.ts";
import { RequestFactsBook } from "./request-facts.ts";
import { assetRoutes } from "./routes/assets.ts";
import { artistImageRoutes } from "./routes/artist-images.ts";
import { healthRoutes } from "./routes/health.ts";
import { homeRoutes } from "./routes/home.ts";
import { mediaRoutes } from "./routes/media.ts";
import { metricsRoutes } from "./routes/metrics.ts";
import { openApiRoutes } from "./routes/openapi.ts";
import { publicFileRoutes } from "./routes/public-files.ts";
import { referenceRoutes } from "./routes/reference.ts";
import { searchRoutes } from "./routes/searches.ts";
import { songRoutes } from "./routes/songs.ts";
import { IDLE_TIMEOUT_SECONDS, SOCKET_BODY_MAX_BYTES } from "./socket-limits.ts";

/**
 * The whole HTTP edge. `aot` is what ships and what the tests meet. No schema is given to a route, because each
 * parses its own input. `systemRouter` is off: Bun's router would answer HEAD, 404 and odd paths by other rules
 * than the ones `handle` shows in tests.
 */
export function createApp(context: HttpContext) {
  const book = new RequestFactsBook();
  const around = layers(
    unreadBody(book),
    noSniff(),
    requestId(context.newId, book, context.log),
    accessLog(context.log, context.metrics, book),
    unambiguousRequest(),
    plainRequest(book),
  );
  const app = new Elysia({
    aot: true,
    normalize: false,
    systemRouter: false,
    serve: {
      development: false,
      // Elysia's default lets a second server take half of a port's connections, silently.
      reusePort: false,
      idleTimeout: IDLE_TIMEOUT_SECONDS,
      maxRequestBodySize: SOCKET_BODY_MAX_BYTES,
    },
  });
  return app
    .wrap(around)
    .use(jsonApiErrorAnswers(context.log, book, () => app.routes))
    .onTransform(({ request, route }) => {
      book.of(request).route = route;
    })
    .use(searchRoutes(context, book))
    .use(assetRoutes(context, book))
    .use(songRoutes(context, book))
    .use(mediaRoutes(context))
    .use(artistImageRoutes(context))
    .use(healthRoutes(context))
    .use(metricsRoutes(context))
    .use(openApiRoutes(context))
    .use(referenceRoutes())
    .use(publicFileRoutes())
    .use(homeRoutes(context));
}
