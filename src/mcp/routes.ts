import { Elysia } from "elysia";
import type { FeatureDeps } from "../feature/feature.ts";
import { BODY_LIMITS, BodyReader } from "../http/body-reader.ts";
import { bearerKey } from "../keys/authentication.ts";
import type { RateLimits } from "../keys/rate-limiter.ts";
import { searchLimit } from "../keys/search-limit.ts";
import { SECOND_MS } from "../lib/clock.ts";
import { KeyedSlots } from "../lib/keyed-slots.ts";
import { Refused, refusal, refuse, refuseUntil } from "../lib/refusal.ts";
import { TimeLimitExceeded, withTimeLimit } from "../lib/with-time-limit.ts";
import type { Protocol } from "./protocol.ts";

const PATH = "/mcp";
/** An upload of 1 MiB in base64, with room for the message around it. */
export const MCP_BODY_BYTES_MAX = 2 * 1024 ** 2;
/** Requests at the same time. Each holds its body, and a search can wait for 20 seconds. */
export const MCP_REQUESTS = { totalMax: 64, perOwnerMax: 16 } as const;
const BUSY_RETRY_SECONDS = 2;
/** Longer than the longest tool, the probe of an upload, and shorter than the idle timeout of connections. */
const REQUEST_MAX_MS = 90 * SECOND_MS;
const LATE_RETRY_SECONDS = 10;

export interface McpRouteOptions {
  readonly limiter: RateLimits;
  readonly baseUrl: () => string;
  /** Loads the SDK at the first call. */
  readonly protocol: () => Promise<Protocol>;
}

/**
 * The endpoint of MCP's Streamable HTTP transport. Refusals up to the body are those of the HTTP API; everything about the
 * message itself is answered by the SDK.
 */
export function mcpRoutes(
  deps: Pick<FeatureDeps, "db" | "keys" | "access" | "keyUses" | "contexts" | "clock" | "timer">,
  { limiter, baseUrl, protocol }: McpRouteOptions,
) {
  const { totalMax, perOwnerMax } = MCP_REQUESTS;
  const slots = new KeyedSlots(MCP_REQUESTS);
  const bodies = new BodyReader(deps.timer, deps.contexts, { ...BODY_LIMITS, totalMax, perKeyMax: perOwnerMax });
  const limitSearch = searchLimit(deps, limiter);
  return new Elysia().post(
    PATH,
    async ({ request }) => {
      refuseForeignOrigin(request.headers.get("origin"), baseUrl());
      const key = await bearerKey(deps, request);
      const release = slots.take(key.id);
      if (release === null) throw refuseUntil("mcp_busy", BUSY_RETRY_SECONDS, { meta: { limit: perOwnerMax } });
      try {
        const body = await bodies.read(request, { maxBytes: MCP_BODY_BYTES_MAX, keyId: key.id });
        const { url, headers } = request;
        const message = new Request(url, { method: "POST", headers, body: new Uint8Array(body) });
        const response = await withTimeLimit(REQUEST_MAX_MS, deps.timer, request.signal, async (signal) => {
          const call = {
            key,
            requestId: deps.contexts.of(request).id,
            signal,
            countSearch: () => limitSearch({ key, request }),
          };
          return await (await protocol()).answer(message, call);
        });
        response.headers.set("cache-control", "no-store");
        return response;
      } catch (error) {
        if (request.signal.aborted) throw refuse("bad_request", { detail: "The client disconnected." });
        if (error instanceof TimeLimitExceeded) throw refuseUntil("overloaded", LATE_RETRY_SECONDS);
        throw error;
      } finally {
        release();
      }
    },
    { parse: "none" },
  );
}

/**
 * Against DNS rebinding: a page whose name was pointed at this server sends its own origin. Programs send none. MCP requires
 * this check ("Security Warning" of the Streamable HTTP transport).
 */
function refuseForeignOrigin(origin: string | null, baseUrl: string): void {
  if (origin === null || origin === new URL(baseUrl).origin) return;
  throw new Refused([refusal("foreign_origin")], { connection: "close" });
}
