import { Elysia } from "elysia";
import { type AdminAssetAttributes, ASSET_STATUSES, MEDIA_KINDS } from "../../schema/wire/admin-assets.ts";
import { AssetAnalysis } from "../../schema/wire/analysis.ts";
import type { FeatureDeps } from "../feature/feature.ts";
import { jsonApi } from "../http/json-api.ts";
import { listDocument } from "../http/list-document.ts";
import { ListFilters } from "../http/list-filters.ts";
import { type ParsedFilter, readListQuery } from "../http/list-query.ts";
import { administration } from "../keys/admin-authentication.ts";
import { parseChecked } from "../lib/parse-json.ts";
import { refuse } from "../lib/refusal.ts";
import { analyseAgain, type NotAnalysedAgain, reasonAgainst } from "./analyse-again.ts";
import { hasKnownWork, laneOf } from "./analysis-lanes.ts";
import type { Asset } from "./asset.ts";
import type { PresentingOf } from "./asset-document.ts";
import { type AssetRemoval, removeAsset } from "./delete-asset.ts";
import { assetId, decodePosition, positionText } from "./routes.ts";
import type { AssetFilter } from "./list-store.ts";
import type { AssetReader } from "./store.ts";

const PATH = "/v1/admin/assets";

/** Why an analysis is not retried. */
const NOT_RETRIED: Readonly<Record<NotAnalysedAgain, string>> = {
  file_gone: "The uploaded file is not kept, so it cannot be analysed again. Upload it again.",
  under_way: "The asset is being analysed.",
  has_result: "The asset was analysed, and another analysis would say the same.",
};

export interface AssetAdministration {
  readonly assets: AssetReader;
  readonly removal: AssetRemoval;
  readonly baseUrl: () => string;
  readonly presentingOf: PresentingOf;
}

/** Lists, analyses again and deletes assets of all keys. */
export function adminAssetRoutes(
  deps: Pick<FeatureDeps, "db" | "queue" | "keys" | "access" | "contexts" | "audit" | "storage" | "slices">,
  { assets, removal, baseUrl, presentingOf }: AssetAdministration,
) {
  const { db, keys } = deps;
  const found = async (id: string): Promise<Asset> => {
    const asset = await db.read(assets.findOfAny(assetId(id)));
    if (asset === null) throw refuse("not_found");
    return asset;
  };
  /** Returns documents of assets, with their analyses if `isWhole`. */
  const documentsOf = async (shown: readonly Asset[], isWhole = false): Promise<readonly object[]> => {
    const names = await db.read(keys.names([...new Set(shown.map(({ keyId }) => keyId))]));
    const { positions } = await presentingOf(shown);
    return shown.map((asset) => {
      const of = { keyName: names.get(asset.keyId) ?? "", position: positions.get(asset.id) ?? null };
      const analysis = isWhole && asset.analysis !== null ? parseChecked(AssetAnalysis, asset.analysis) : null;
      const attributes = { ...attributesOf(asset, of), ...(analysis === null ? {} : { analysis }) };
      return { type: "assets", id: asset.id, attributes };
    });
  };
  const single = async (asset: Asset): Promise<object> => {
    const [data] = await documentsOf([asset], true);
    return { data };
  };
  return new Elysia()
    .use(administration(deps))
    .get(PATH, async ({ request }) => {
      const query = readListQuery(request.url, { decode: decodePosition, parseFilter });
      const { size, after, filter } = query;
      const listed = await deps.slices.run(assets.listOfAll(filter, after, size + 1), request.signal);
      const shown = listed.slice(0, size);
      const end = listed.length > size ? shown.at(-1) : undefined;
      const last = end === undefined ? null : positionText(end);
      const data = await documentsOf(shown);
      return jsonApi(listDocument({ data, last }, query, { baseUrl: baseUrl(), path: PATH }));
    })
    .get(`${PATH}/:id`, async ({ params }) => jsonApi(await single(await found(params.id))))
    .post(`${PATH}/:id/analysis`, async ({ params, by }) => {
      const asset = await found(params.id);
      deps.storage.requireWritable();
      const reason = await analyseAgain(deps, by, asset);
      if (reason !== null) throw refuse("conflict", { detail: NOT_RETRIED[reason] });
      return jsonApi(await single(await found(params.id)), 202);
    })
    .delete(`${PATH}/:id`, async ({ params, by }) => {
      const { keyId, id } = await found(params.id);
      deps.storage.requireWritable();
      if (!(await removeAsset(by, { keyId, id }, removal))) throw refuse("not_found");
      return new Response(null, { status: 204 });
    });
}

function attributesOf(
  asset: Asset,
  { keyName, position }: { readonly keyName: string; readonly position: number | null },
): AdminAssetAttributes {
  return {
    key_id: asset.keyId,
    key_name: keyName,
    status: asset.status,
    media_kind: asset.mediaKind,
    content_type: asset.contentType,
    byte_size: asset.byteSize,
    width: asset.width,
    height: asset.height,
    duration: asset.duration,
    original_retained: asset.originalRetained,
    submitted_at: new Date(asset.submittedAt).toISOString(),
    processed_at: asset.processedAt === null ? null : new Date(asset.processedAt).toISOString(),
    error: asset.error,
    lane: laneOfAsset(asset),
    position,
    can_retry: reasonAgainst(asset) === null,
  };
}

function laneOfAsset(asset: Asset): string | null {
  return hasKnownWork(asset) ? laneOf(asset) : null;
}

function parseFilter(given: Readonly<Record<string, string>>): ParsedFilter<AssetFilter> {
  const filters = new ListFilters(given);
  return filters.end({
    keyId: filters.text("key"),
    mediaKind: filters.oneOf("kind", MEDIA_KINDS),
    status: filters.oneOf("status", ASSET_STATUSES),
    ...filters.range(),
  });
}
