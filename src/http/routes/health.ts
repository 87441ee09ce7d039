import { Elysia } from "elysia";
import type { HttpContext } from "../context.ts";
import { jsonApi } from "../json-api.ts";

/** For load balancers and watchdogs: is it alive, and may it be sent work. */
export function healthRoutes({ version, readiness }: HttpContext) {
  return new Elysia()
    .get("/healthz", () => jsonApi({ meta: { status: "alive", version } }))
    .get("/readyz", () => {
      const checks = readiness();
      const isReady = checks.every((check) => check.ok);
      return jsonApi({ meta: { status: isReady ? "ready" : "not ready", checks } }, isReady ? 200 : 503);
    });
}
