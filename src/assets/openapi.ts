import { EXAMPLE_ASSET_LIST, EXAMPLE_PROCESSED, EXAMPLE_UPLOADED } from "../../schema/wire/examples/asset.ts";
import { AssetDocument, AssetList, UploadForm } from "../../schema/wire/asset.ts";
import { fileAnswers } from "../media/openapi.ts";
import type { OpenApiPart } from "../http/openapi/operation.ts";
import { pageCursor, pageSize, pathParameter, range } from "../http/openapi/parameters.ts";

const assetId = pathParameter("id", "The id of the asset.");

export const assetOpenApi: OpenApiPart = {
  tags: [{ name: "Assets", description: "Upload images, videos and audio files to search with." }],
  paths: {
    "/v1/supervisor/assets": {
      post: {
        id: "uploadAsset",
        tag: "Assets",
        summary: "Upload an image, a video or an audio file",
        description:
          "JPEG, PNG or WebP with at most 20 MB and 4,096 × 4,096 pixels; MP4, QuickTime or WebM with at most 500 MB and 10 minutes. With a key that has the right `audio`, an extension: WAV, MP3, FLAC, AAC, M4A or OGG with at most 500 MB and 60 minutes. Limits are checked while the bytes arrive, so the service can refuse an upload and close the connection before the upload is complete.",
        credential: "key",
        body: UploadForm,
        bodyTypes: ["multipart/form-data"],
        answers: {
          202: { description: "Accepted. The analysis follows.", schema: AssetDocument, example: EXAMPLE_UPLOADED },
        },
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
          "audio_size_exceeded",
          "audio_duration_exceeded",
          "daily_image_quota_exceeded",
          "daily_video_quota_exceeded",
          "daily_audio_quota_exceeded",
          "upload_impossible",
        ],
      },
      get: {
        id: "listAssets",
        tag: "Assets",
        summary: "List the key's assets",
        credential: "key",
        parameters: [pageSize, pageCursor],
        answers: {
          200: { description: "A page of assets, newest first.", schema: AssetList, example: EXAMPLE_ASSET_LIST },
        },
        refusals: ["bad_parameter"],
      },
    },
    "/v1/supervisor/assets/{id}": {
      get: {
        id: "readAsset",
        tag: "Assets",
        summary: "Read an asset and its analysis",
        credential: "key",
        parameters: [assetId],
        answers: { 200: { description: "The asset.", schema: AssetDocument, example: EXAMPLE_PROCESSED } },
        refusals: ["not_found"],
      },
      delete: {
        id: "deleteAsset",
        tag: "Assets",
        summary: "Delete an asset",
        description:
          "Deletes the asset, its original and its analysis. A search that waits for the asset fails with asset_unavailable.",
        credential: "key",
        parameters: [assetId],
        answers: { 204: { description: "Deleted." } },
        refusals: ["not_found"],
      },
    },
    "/v1/supervisor/assets/{id}/original": {
      get: {
        id: "readOriginal",
        tag: "Assets",
        summary: "Read the uploaded file",
        description: "The bytes as they were uploaded, if the operator keeps them. It supports GET, HEAD and ranges.",
        credential: "key",
        parameters: [assetId, range],
        answers: fileAnswers("video/mp4"),
        refusals: ["not_found", "range_not_satisfiable"],
      },
    },
  },
};
