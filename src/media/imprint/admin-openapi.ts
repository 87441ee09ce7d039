import { Type } from "@sinclair/typebox";
import { EXAMPLE_WATERMARK_SEARCH } from "../../../schema/wire/examples/watermark.ts";
import { WatermarkSearchDocument } from "../../../schema/wire/watermark.ts";
import type { OpenApiPart } from "../../http/openapi/operation.ts";

export const identifyPaths: OpenApiPart["paths"] = {
  "/v1/admin/watermark/identify": {
    post: {
      id: "adminIdentifyWatermark",
      tag: "Administration",
      summary: "Find whose watermarked file a recording was copied from",
      description:
        "The body is an audio file, or an MP4 or MOV film, up to 500 MB; its first hour is searched for the imprints of all recipients, and it is not kept. Ten seconds are enough for most music. An empty `found` means that no imprint was found.",
      credential: "admin",
      body: Type.String({ format: "binary" }),
      bodyTypes: ["application/octet-stream"],
      answers: {
        200: { description: "What was found.", schema: WatermarkSearchDocument, example: EXAMPLE_WATERMARK_SEARCH },
      },
      refusals: [
        "bad_request",
        "body_too_slow",
        "body_too_large",
        "empty_file",
        "unsupported_format",
        "uploads_busy",
        "upload_impossible",
        "storage_unavailable",
      ],
    },
  },
};
