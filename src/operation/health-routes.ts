import { Elysia } from "elysia";
import type { ReadinessCheck } from "../feature/feature.ts";
import { jsonApi } from "../http/json-api.ts";

/** For load balancers and watchdogs: whether the process is alive, and whether it accepts work. */
export function healthRoutes(version: string, readiness: () => readonly ReadinessCheck[]) {
  return new Elysia()
    .get("/healthz", () => jsonApi({ meta: { status: "alive", version } }))
    .get("/readyz", () => {
      const checks = readiness();
      const isReady = checks.every((check) => check.ok);
      return jsonApi({ meta: { status: isReady ? "ready" : "not ready", checks } }, isReady ? 200 : 503);
    });
}
