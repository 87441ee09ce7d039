import { REFUSALS } from "../../schema/errors.ts";
import { DAY_MS, SECOND_MS } from "../lib/clock.ts";
import { errorObject } from "../lib/error-object.ts";
import type { Refusal } from "../lib/refusal.ts";

export const JSON_API = "application/vnd.api+json";

/** Responses contain links that open media, so caches must not store them. */
const HEADERS = { "content-type": JSON_API, "cache-control": "no-store" };
const OK = { status: 200, headers: HEADERS };

/** Returns a response with a JSON:API document. */
export function jsonApi(document: object, status = 200): Response {
  return jsonApiOf(JSON.stringify(document), status);
}

/** Returns a response with a JSON:API document that is JSON already: text, or its bytes in UTF-8. */
export function jsonApiOf(body: string | Uint8Array<ArrayBuffer>, status = 200): Response {
  return new Response(body, status === 200 ? OK : { status, headers: HEADERS });
}

/** Returns a response with all refusals. The first one gives the status. A 429 has the fields of a limit that is used up. */
export function jsonApiErrors(
  refusals: readonly [Refusal, ...Refusal[]],
  headers: Readonly<Record<string, string>> = {},
): Response {
  const [first] = refusals;
  const { status } = REFUSALS[first.name];
  const limits = status === 429 ? usedUpLimit(first, headers["retry-after"]) : {};
  return new Response(JSON.stringify({ errors: refusals.map(errorObject) }), {
    status,
    headers: { ...HEADERS, ...limits, ...headers },
  });
}

/**
 * The fields of draft-ietf-httpapi-ratelimit-headers-10 for a refusal: its name is the policy. The policy itself is only known of a
 * refusal that names its limit; those by day have a window, and the others count what is there at the same time.
 */
function usedUpLimit({ name, meta }: Refusal, retryAfter = "1"): Readonly<Record<string, string>> {
  const limit = meta?.["limit"];
  const window = name.startsWith("daily_") ? `;w=${DAY_MS / SECOND_MS}` : "";
  return {
    ...(typeof limit === "number" ? { "ratelimit-policy": `"${name}";q=${limit}${window}` } : {}),
    ratelimit: `"${name}";r=0;t=${retryAfter}`,
  };
}
