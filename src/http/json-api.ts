import { REFUSALS } from "../../schema/errors.ts";
import type { Refusal } from "../lib/refusal.ts";

export const JSON_API = "application/vnd.api+json";

/** Answers carry links that open media, so no cache on the way may keep them. */
const HEADERS = { "content-type": JSON_API, "cache-control": "no-store" };
const OK = { status: 200, headers: HEADERS };

/** A document as an answer; it is turned into text exactly once, here. */
export function jsonApi(document: object, status = 200): Response {
  return new Response(JSON.stringify(document), status === 200 ? OK : { status, headers: HEADERS });
}

/** Refusals as one answer; the first one gives its status. */
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

/** The interface has `status` as an integer, and leaves `code` and `meta` out where there is none. */
function errorObject({ name, detail, meta }: Refusal): object {
  const { status, code } = REFUSALS[name];
  return { status, ...(code === null ? {} : { code }), detail, ...(meta === undefined ? {} : { meta }) };
}
