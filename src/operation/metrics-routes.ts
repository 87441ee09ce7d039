import { createHash, timingSafeEqual } from "node:crypto";
import { Elysia } from "elysia";
import { Registry } from "prom-client";
import type { ServiceMetric } from "../lib/metric-set.ts";
import { once } from "../lib/once.ts";
import { Refused, refusal } from "../lib/refusal.ts";

const BEARER = /^Bearer +(\S+)$/i;

/**
 * Prometheus metrics, for the operator only. prom-client's default metrics are not among them: they read event-loop
 * and garbage-collector internals that Bun does not have.
 */
export function metricsRoutes(metrics: () => readonly ServiceMetric[], adminToken: string) {
  const registry = once(() => {
    const made = new Registry();
    for (const { collector } of metrics()) made.registerMetric(collector);
    return made;
  });
  return new Elysia().get("/metrics", async ({ request }) => {
    if (!isAdmin(request.headers.get("authorization"), adminToken)) {
      throw new Refused([refusal("admin_unauthenticated")], { "www-authenticate": 'Bearer realm="Needledrop"' });
    }
    return new Response(await registry().metrics(), {
      headers: { "content-type": registry().contentType, "cache-control": "no-store" },
    });
  });
}

/** Compares digests, which have one length, in constant time. */
function isAdmin(header: string | null, adminToken: string): boolean {
  const token = BEARER.exec(header?.trim() ?? "")?.[1] ?? "";
  return timingSafeEqual(digest(token), digest(adminToken));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
