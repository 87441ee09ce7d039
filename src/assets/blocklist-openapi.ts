import {
  AdminBlocklist,
  BlockDigestRequest,
  BlockedDocument,
  BlockFileForm,
} from "../../schema/wire/admin-blocklist.ts";
import {
  EXAMPLE_BLOCK_DIGEST,
  EXAMPLE_BLOCKED,
  EXAMPLE_BLOCKLIST,
} from "../../schema/wire/examples/admin-blocklist.ts";
import { JSON_BODY_REFUSALS, type OpenApiPart } from "../http/openapi/operation.ts";
import { filterParameter, pageCursor, pageSize, pathParameter } from "../http/openapi/parameters.ts";

const TAG = "Administration";

export const blocklistApiPaths: OpenApiPart["paths"] = {
  "/v1/admin/blocklist": {
    get: {
      id: "adminListBlocked",
      tag: TAG,
      summary: "List the blocked digests",
      description: "Uploads that are similar to one of them are blocked. The latest first.",
      credential: "admin",
      parameters: [filterParameter("text", "The beginning of a digest, or a part of a reason."), pageSize, pageCursor],
      answers: { 200: { description: "A page of digests.", schema: AdminBlocklist, example: EXAMPLE_BLOCKLIST } },
      refusals: ["bad_parameter"],
    },
    post: {
      id: "adminBlockDigest",
      tag: TAG,
      summary: "Block a digest",
      credential: "admin",
      body: BlockDigestRequest,
      bodyExample: EXAMPLE_BLOCK_DIGEST,
      answers: { 201: { description: "What was added.", schema: BlockedDocument, example: EXAMPLE_BLOCKED } },
      refusals: [...JSON_BODY_REFUSALS, "storage_unavailable"],
    },
  },
  "/v1/admin/blocklist/files": {
    post: {
      id: "adminBlockFile",
      tag: TAG,
      summary: "Block a picture or a film",
      description: "Measures the file, and blocks its digest, or those of some of its frames. The file is not kept.",
      credential: "admin",
      parameters: [
        {
          name: "reason",
          in: "query",
          description: "Why it is blocked. One line.",
          schema: { type: "string", maxLength: 200 },
        },
      ],
      body: BlockFileForm,
      bodyTypes: ["multipart/form-data"],
      answers: { 201: { description: "What was added.", schema: BlockedDocument, example: EXAMPLE_BLOCKED } },
      refusals: [
        "bad_parameter",
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
        "upload_impossible",
        "storage_unavailable",
      ],
    },
  },
  "/v1/admin/blocklist/{id}": {
    delete: {
      id: "adminUnblockDigest",
      tag: TAG,
      summary: "Remove a digest from the blocklist",
      description: "Uploads that it blocked stay blocked. 409 for a digest in the operator's own file.",
      credential: "admin",
      parameters: [pathParameter("id", "The digest.")],
      answers: { 204: { description: "Removed." } },
      refusals: ["not_found", "conflict", "storage_unavailable"],
    },
  },
};
