import { SEARCH_FAILURES } from "../../schema/errors.ts";
import { AssetAnalysis } from "../../schema/wire/analysis.ts";
import { parseChecked } from "../lib/parse-json.ts";
import { shorten } from "../lib/shorten.ts";
import type { Asset } from "./asset.ts";

export const ASSETS_PATH = "/v1/supervisor/assets";

/** Reads what the documents of these assets need. */
export type PresentingOf = (assets: readonly Asset[]) => Promise<AssetPresenting>;

export interface AssetPresenting {
  readonly baseUrl: string;
  /** The positions of assets that wait for their analysis, from 1, by id. */
  readonly positions: ReadonlyMap<string, number>;
}

/** An asset as a JSON:API resource (schema/wire/asset.ts). */
export function assetResource(asset: Asset, { baseUrl, positions }: AssetPresenting): object {
  const position = positions.get(asset.id);
  return {
    type: "supervisor_assets",
    id: asset.id,
    attributes: {
      status: asset.status,
      media_kind: asset.mediaKind,
      submitted_at: new Date(asset.submittedAt).toISOString(),
      original_retained: asset.originalRetained,
      content_type: asset.contentType,
      byte_size: asset.byteSize,
      width: asset.width,
      height: asset.height,
      duration: asset.duration,
      processed_at: asset.processedAt === null ? null : new Date(asset.processedAt).toISOString(),
      error: errorOf(asset),
      ...(position === undefined ? {} : { position }),
      ...analysisOf(asset),
    },
    links: { self: `${baseUrl}${ASSETS_PATH}/${asset.id}` },
  };
}

export function assetDocument(asset: Asset, presenting: AssetPresenting): object {
  return { data: assetResource(asset, presenting), links: { self: `${presenting.baseUrl}${ASSETS_PATH}` } };
}

/** The body of a 202. Names the parts of the form that were ignored, because a misspelt name would otherwise go unnoticed. */
export function acceptedAssetDocument(
  asset: Asset,
  presenting: AssetPresenting,
  ignoredParts: readonly string[],
): object {
  const document = assetDocument(asset, presenting);
  const warnings = [...new Set(ignoredParts)].map(shorten).map((name) => ({
    detail: `The part \`${name}\` is unknown and was ignored.`,
    source: { parameter: name },
  }));
  return warnings.length === 0 ? document : { ...document, meta: { warnings } };
}

function errorOf({ status, error }: Asset): object | null {
  if (status !== "failed" && status !== "blocked" && status !== "expired") return null;
  const code = `asset_${status}` as const;
  return { code, detail: error ?? SEARCH_FAILURES[code] };
}

function analysisOf({ status, analysis }: Asset): object {
  if (status !== "processed" || analysis === null) return {};
  // An analysis in another version's format is omitted, because the response must match its schema.
  const value = parseChecked(AssetAnalysis, analysis);
  return value === null ? {} : { analysis: value };
}
