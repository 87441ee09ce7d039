import { AssetDocument, AssetList, UploadForm } from "../../schema/wire/asset.ts";
import type { OpenApiPart } from "../http/openapi/operation.ts";
import { pageCursor, pageSize, pathParameter } from "../http/openapi/parameters.ts";

const assetId = pathParameter("id", "The id of the asset.");

export const assetOpenApi: OpenApiPart = {
  tags: [{ name: "Assets", description: "Pictures and films to search with." }],
  paths: {
    "/v1/supervisor/assets": {
      post: {
        id: "uploadAsset",
        tag: "Assets",
        summary: "Upload a picture or film",
        description:
          "JPEG, PNG or WebP of 20 MB and 4,096 × 4,096 pixels at most; MP4, QuickTime or WebM of 500 MB and 10 minutes at most. Limits hold while the bytes arrive, so a refusal can come, and the connection end, before all was sent.",
        credential: "key",
        body: UploadForm,
        bodyTypes: ["multipart/form-data"],
        answers: { 202: { description: "Accepted; it is analysed next.", schema: AssetDocument } },
        refusals: [
          "unauthorized",
          "uploads_busy",
          "uploads_waiting",
          "overloaded",
          "not_multipart",
          "bad_request",
          "body_too_large",
          "body_too_slow",
          "empty_file",
          "unsupported_format",
          "image_size_exceeded",
          "image_dimensions_exceeded",
          "video_size_exceeded",
          "video_duration_exceeded",
          "daily_image_quota_exceeded",
          "daily_video_quota_exceeded",
          "upload_impossible",
        ],
      },
      get: {
        id: "listAssets",
        tag: "Assets",
        summary: "List the key's assets",
        credential: "key",
        parameters: [pageSize, pageCursor],
        answers: { 200: { description: "A page of assets, the newest first.", schema: AssetList } },
        refusals: ["bad_parameter"],
      },
    },
    "/v1/supervisor/assets/{id}": {
      get: {
        id: "readAsset",
        tag: "Assets",
        summary: "Read an asset, and what was seen in it",
        credential: "key",
        parameters: [assetId],
        answers: { 200: { description: "The asset.", schema: AssetDocument } },
        refusals: ["not_found"],
      },
      delete: {
        id: "deleteAsset",
        tag: "Assets",
        summary: "Delete an asset",
        description: "Its original and its analysis are gone; a search that waits for it fails with asset_unavailable.",
        credential: "key",
        parameters: [assetId],
        answers: { 204: { description: "Gone." } },
        refusals: ["not_found"],
      },
    },
  },
};
