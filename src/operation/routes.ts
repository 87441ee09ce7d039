import { Elysia } from "elysia";
import { Registry } from "prom-client";
import type { ReadinessCheck } from "../feature/feature.ts";
import { cachedAnswer } from "../http/cached-answer.ts";
import { type Administration, administratorOf } from "../keys/admin-authentication.ts";
import { jsonApi } from "../http/json-api.ts";
import { openApiDocument } from "../http/openapi/document.ts";
import type { OpenApiPart } from "../http/openapi/operation.ts";
import type { ServiceMetric } from "../lib/metric-set.ts";
import { once } from "../lib/once.ts";

/** For load balancers and watchdogs: whether the process is alive, and whether it accepts work. */
export function healthRoutes(version: string, readiness: () => Promise<readonly ReadinessCheck[]>) {
  return new Elysia()
    .get("/healthz", () => jsonApi({ meta: { status: "alive", version } }))
    .get("/readyz", async () => {
      const checks = await readiness();
      const isReady = checks.every((check) => check.ok);
      return jsonApi({ meta: { status: isReady ? "ready" : "not ready", checks } }, isReady ? 200 : 503);
    });
}

/** The OpenAPI description of the service. It is `application/json`, because it is not a JSON:API document. */
export function openApiRoutes(version: string, baseUrl: () => string, parts: () => readonly OpenApiPart[]) {
  const answer = cachedAnswer("application/json", () => JSON.stringify(openApiDocument(version, baseUrl(), parts())));
  return new Elysia().get("/openapi.json", ({ request }) => answer(request));
}

/**
 * Prometheus metrics, for administrators only. They do not include prom-client's default metrics, which read internals of
 * the event loop and the garbage collector that Bun does not have.
 */
export function metricsRoutes(metrics: () => readonly ServiceMetric[], deps: Administration) {
  const registry = once(() => {
    const created = new Registry();
    for (const { collector } of metrics()) created.registerMetric(collector);
    return created;
  });
  return new Elysia().get("/metrics", async ({ request }) => {
    await administratorOf(deps, request);
    return new Response(await registry().metrics(), {
      headers: { "content-type": registry().contentType, "cache-control": "no-store" },
    });
  });
}
