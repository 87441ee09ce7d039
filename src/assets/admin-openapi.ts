import { AdminAssetDocument, AdminAssetList, ASSET_STATUSES, MEDIA_KINDS } from "../../schema/wire/admin-assets.ts";
import {
  EXAMPLE_ADMIN_ASSET,
  EXAMPLE_ADMIN_ASSETS,
  EXAMPLE_REOPENED_ASSET,
} from "../../schema/wire/examples/admin-assets.ts";
import type { OpenApiPart } from "../http/openapi/operation.ts";
import { filterParameter, pageCursor, pageSize, pathParameter } from "../http/openapi/parameters.ts";

const TAG = "Administration";
const assetId = pathParameter("id", "The id of the asset.");

export const adminAssetPaths: OpenApiPart["paths"] = {
  "/v1/admin/assets": {
    get: {
      id: "adminListAssets",
      tag: TAG,
      summary: "List the uploads of all keys",
      description: "The newest first, without their analyses.",
      credential: "admin",
      parameters: [
        filterParameter("key", "Only uploads of this key, by its id."),
        filterParameter("kind", "Only pictures or only films.", MEDIA_KINDS),
        filterParameter("status", "Only assets in this state.", ASSET_STATUSES),
        filterParameter("from", "Uploaded from this time on: a date or a time in UTC."),
        filterParameter("to", "Uploaded before this time."),
        pageSize,
        pageCursor,
      ],
      answers: { 200: { description: "A page of assets.", schema: AdminAssetList, example: EXAMPLE_ADMIN_ASSETS } },
      refusals: ["bad_parameter"],
    },
  },
  "/v1/admin/assets/{id}": {
    get: {
      id: "adminReadAsset",
      tag: TAG,
      summary: "Read an upload and what was seen in it",
      credential: "admin",
      parameters: [assetId],
      answers: { 200: { description: "The asset.", schema: AdminAssetDocument, example: EXAMPLE_ADMIN_ASSET } },
      refusals: ["not_found"],
    },
    delete: {
      id: "adminDeleteAsset",
      tag: TAG,
      summary: "Delete an upload",
      description:
        "Deletes the asset, its original and its analysis. A search that waits for the asset fails with asset_unavailable.",
      credential: "admin",
      parameters: [assetId],
      answers: { 204: { description: "Deleted." } },
      refusals: ["not_found", "storage_unavailable"],
    },
  },
  "/v1/admin/assets/{id}/analysis": {
    post: {
      id: "adminAnalyseAsset",
      tag: TAG,
      summary: "Analyse an upload again",
      description:
        "A failed or expired asset is analysed again if its original is kept (NEEDLEDROP_ORIGINALS); the analysis of a waiting one becomes due. Everything else is 409.",
      credential: "admin",
      parameters: [assetId],
      answers: {
        202: {
          description: "The asset, which waits for its analysis.",
          schema: AdminAssetDocument,
          example: EXAMPLE_REOPENED_ASSET,
        },
      },
      refusals: ["not_found", "conflict", "storage_unavailable"],
    },
  },
};
