import { createHash, timingSafeEqual } from "node:crypto";
import { Elysia } from "elysia";
import { Refused, refusal } from "../../lib/refusal.ts";
import type { HttpContext } from "../context.ts";

const BEARER = /^Bearer +(\S+)$/i;

/** Prometheus metrics, for the operator only. */
export function metricsRoutes({ metrics, adminToken }: HttpContext) {
  return new Elysia().get("/metrics", async ({ request }) => {
    if (!isAdmin(request.headers.get("authorization"), adminToken)) {
      throw new Refused([refusal("admin_unauthenticated")], { "www-authenticate": 'Bearer realm="Needledrop"' });
    }
    return new Response(await metrics.text(), {
      headers: { "content-type": metrics.contentType, "cache-control": "no-store" },
    });
  });
}

/** Digests have one length, so that comparing them takes the same time whatever was sent. */
function isAdmin(header: string | null, adminToken: string): boolean {
  const token = BEARER.exec(header?.trim() ?? "")?.[1] ?? "";
  return timingSafeEqual(digest(token), digest(adminToken));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
