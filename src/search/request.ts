import type { GivenExtensions } from "./read-extensions.ts";
import type { GivenSoundChoice } from "./read-sound.ts";
import { ATTRIBUTES } from "./attributes-pointer.ts";
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
  /** Whether the body has `data.attributes`, so that errors can point to it. */
  readonly hasAttributes: boolean;
  /** `asset_ids` as sent, for the positions of its entries. */
  readonly givenAssetIds: readonly string[];
  /** Attributes that extend the interface. */
  readonly extensions: GivenExtensions;
  /** Attributes that extend the interface for keys that can search by sound. */
  readonly sound: GivenSoundChoice;
}

const ASSET_IDS = `${ATTRIBUTES}/asset_ids`;

/**
 * Checks `data.type` and the shape of `data.attributes`. Throws Refused (400): wrong_type, malformed_json or bad_request.
 */
export function readSearchRequest(body: unknown): SearchRequest {
  const data = isObject(body) ? body["data"] : undefined;
  if (!isObject(data)) throw refuse("wrong_type", { source: { pointer: data === undefined ? "" : "/data" } });
  if (data["type"] !== "supervisor_searches") {
    throw refuse("wrong_type", { source: { pointer: data["type"] === undefined ? "/data" : "/data/type" } });
  }
  const attributes = data["attributes"] ?? {};
  if (!isObject(attributes)) {
    const source = { pointer: ATTRIBUTES };
    throw refuse("malformed_json", { detail: "`data.attributes` must be an object.", source });
  }
  const givenAssetIds = readAssetIds(attributes["asset_ids"]);
  return {
    query: attributes["query"],
    context: attributes["context"],
    assetIds: [...new Set(givenAssetIds)],
    callbackUrl: attributes["callback_url"],
    hasAttributes: isObject(data["attributes"]),
    givenAssetIds,
    extensions: {
      refines: attributes["refines"],
      likes: attributes["likes"],
      dislikes: attributes["dislikes"],
      wishes: attributes["wishes"],
    },
    sound: {
      excerpt: attributes["excerpt"],
      tempTrack: attributes["temp_track"],
      weights: attributes["sound_weights"],
    },
  };
}

/** Returns the pointer to the first place of an asset's id, or to the search that an earlier turn's asset comes from. */
export function pointerToAsset({ givenAssetIds }: SearchRequest, id: string): string {
  const place = givenAssetIds.indexOf(id);
  return place < 0 ? `${ATTRIBUTES}/refines` : `${ASSET_IDS}/${place}`;
}

function readAssetIds(value: unknown): readonly string[] {
  if (value === undefined) return [];
  const complain = (detail: string, pointer: string, meta?: { readonly limit: number }) =>
    refuse("bad_request", { detail, source: { pointer }, ...(meta === undefined ? {} : { meta }) });
  if (!Array.isArray(value)) throw complain("`asset_ids` must be an array of strings.", ASSET_IDS);
  if (value.length > ASSET_IDS_MAX) {
    const detail = `\`asset_ids\` can have at most ${ASSET_IDS_MAX} entries, got ${value.length}.`;
    throw complain(detail, ASSET_IDS, { limit: ASSET_IDS_MAX });
  }
  const foreign = value.findIndex((entry: unknown) => typeof entry !== "string");
  if (foreign !== -1) throw complain("`asset_ids` must contain only strings.", `${ASSET_IDS}/${foreign}`);
  return value.filter((entry: unknown) => typeof entry === "string");
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
