import type { RequestContexts } from "../http/request-contexts.ts";
import { Refused, refusal } from "../lib/refusal.ts";
import type { ApiKey } from "./key.ts";
import type { RateLimits } from "./rate-limiter.ts";

/** The window of the rate limit. */
export const WINDOW_SECONDS = 1;

/**
 * Counts a request against its key's searches per second. Every response has the remaining count in the headers of
 * draft-ietf-httpapi-ratelimit-headers-10. Throws Refused (429) with Retry-After above the limit.
 */
export function searchLimit(
  { contexts }: { readonly contexts: RequestContexts },
  limiter: RateLimits,
): (search: { readonly key: ApiKey; readonly request: Request }) => Promise<void> {
  return async ({ key, request }) => {
    const { allowed, limit, remaining, resetSeconds } = await limiter.take(key.id, key.rate);
    const wait = Math.max(WINDOW_SECONDS, resetSeconds);
    const { headers } = contexts.of(request);
    headers["ratelimit-policy"] = `"search";q=${limit};w=${WINDOW_SECONDS}`;
    headers["ratelimit"] = `"search";r=${remaining};t=${wait}`;
    if (!allowed) throw new Refused([refusal("rate_limited")], { "retry-after": String(wait) });
  };
}
