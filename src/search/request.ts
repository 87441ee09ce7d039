import { refuse } from "../lib/refusal.ts";

/** Limit of `asset_ids`, before duplicates are removed. */
const ASSET_IDS_MAX = 100;

/** The body of a search with a valid shape. check-request.ts checks the values. */
export interface SearchRequest {
  /** Any JSON value: a wrong type is a 422, not a 400. */
  readonly query: unknown;
  readonly context: unknown;
  /** Without duplicates, in the client's order. */
  readonly assetIds: readonly string[];
  readonly callbackUrl: unknown;
}

/**
 * Checks `data.type` and the shape of `data.attributes`. Throws Refused (400): wrong_type, malformed_json or bad_request.
 */
export function readSearchRequest(body: unknown): SearchRequest {
  const data = isObject(body) ? body["data"] : undefined;
  if (!isObject(data) || data["type"] !== "supervisor_searches") throw refuse("wrong_type");
  const attributes = data["attributes"] ?? {};
  if (!isObject(attributes)) throw refuse("malformed_json", { detail: "`data.attributes` must be an object." });
  return {
    query: attributes["query"],
    context: attributes["context"],
    assetIds: readAssetIds(attributes["asset_ids"]),
    callbackUrl: attributes["callback_url"],
  };
}

function readAssetIds(value: unknown): readonly string[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw refuse("bad_request", { detail: "`asset_ids` must be an array of strings." });
  if (value.length > ASSET_IDS_MAX) {
    throw refuse("bad_request", {
      detail: `\`asset_ids\` can have at most ${ASSET_IDS_MAX} entries, got ${value.length}.`,
      meta: { limit: ASSET_IDS_MAX },
    });
  }
  const ids = value.filter((entry: unknown) => typeof entry === "string");
  if (ids.length < value.length) throw refuse("bad_request", { detail: "`asset_ids` must contain only strings." });
  return [...new Set(ids)];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
