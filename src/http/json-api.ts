import { REFUSALS } from "../../schema/errors.ts";
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

/** Returns a response with all refusals. The first one gives the status. */
export function jsonApiErrors(
  refusals: readonly [Refusal, ...Refusal[]],
  headers: Readonly<Record<string, string>> = {},
): Response {
  const { status } = REFUSALS[refusals[0].name];
  return new Response(JSON.stringify({ errors: refusals.map(errorObject) }), {
    status,
    headers: { ...HEADERS, ...headers },
  });
}
