import type { ApiKey } from "../../keys/key.ts";
import { Refused, refusal } from "../../lib/refusal.ts";
import type { HttpContext } from "../context.ts";
import type { RequestFactsBook } from "../request-facts.ts";

const WINDOW_SECONDS = 1;

/**
 * Counts a request against its key's searches per second. Every answer says what is left, in the fields of
 * draft-ietf-httpapi-ratelimit-headers-10; one too many is 429 with Retry-After.
 */
export function searchLimit(
  { rateLimiter, clock }: Pick<HttpContext, "rateLimiter" | "clock">,
  book: RequestFactsBook,
): (asked: { readonly key: ApiKey; readonly request: Request }) => void {
  return ({ key, request }) => {
    const { allowed, limit, remaining, resetSeconds } = rateLimiter.take(key.id, key.rate, clock.now());
    const wait = Math.max(WINDOW_SECONDS, resetSeconds);
    const { headers } = book.of(request);
    headers["ratelimit-policy"] = `"search";q=${limit};w=${WINDOW_SECONDS}`;
    headers["ratelimit"] = `"search";r=${remaining};t=${wait}`;
    if (!allowed) throw new Refused([refusal("rate_limited")], { "retry-after": String(wait) });
  };
}
