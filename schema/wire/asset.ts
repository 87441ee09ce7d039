import { Type } from "@sinclair/typebox";
import { AssetAnalysis } from "./analysis.ts";
import { CLOSED, orNull, SelfLink, Warned } from "./jsonapi.ts";

const STATUSES = ["pending", "processing", "processed", "failed", "blocked", "expired"] as const;

/** Documentation only: src/assets parses the form itself, as a stream. */
export const UploadForm = Type.Object(
  {
    file: Type.String({ format: "binary", description: "The bytes of one picture, film or audio file." }),
    content_type: Type.Optional(
      Type.String({
        description: "Overrides the type that the file part declares. Can come before or after the file.",
      }),
    ),
  },
  { $id: "UploadForm" },
);

export const Asset = Type.Object(
  {
    type: Type.Literal("supervisor_assets"),
    id: Type.String({ format: "uuid", description: "For use in the `asset_ids` of a search." }),
    attributes: Type.Object(
      {
        status: Type.Union(STATUSES.map((status) => Type.Literal(status))),
        media_kind: Type.Union([Type.Literal("image"), Type.Literal("video"), Type.Literal("audio")], {
          description: "Audio only with a key that has the right `audio`: an extension of the interface.",
        }),
        submitted_at: Type.String({ format: "date-time" }),
        original_retained: Type.Boolean({ description: "Whether the uploaded file is kept after the analysis." }),
        content_type: Type.String(),
        byte_size: Type.Integer(),
        width: orNull(Type.Integer(), "Pixels, after the orientation is applied. Null for an audio file."),
        height: orNull(Type.Integer()),
        duration: orNull(Type.Number(), "Seconds; null for a picture."),
        processed_at: orNull(Type.String({ format: "date-time" })),
        error: orNull(
          Type.Object({ code: Type.String(), detail: Type.String() }, CLOSED),
          "Why the asset failed, was blocked or has expired.",
        ),
        position: Type.Optional(
          Type.Integer({
            minimum: 1,
            description:
              "While the asset is `pending`: how many analyses will probably start first, plus one. An estimate: other keys take turns, and shorter files can come first. Absent if it is unknown. An extension of the interface.",
          }),
        ),
        analysis: Type.Optional(AssetAnalysis),
      },
      CLOSED,
    ),
    links: SelfLink,
  },
  { ...CLOSED, $id: "Asset" },
);

/** 202, and `GET /v1/supervisor/assets/:id`. `links.self` is the collection. */
export const AssetDocument = Type.Object(
  { data: Asset, links: SelfLink, ...Warned },
  { ...CLOSED, $id: "AssetDocument" },
);

/** `GET /v1/supervisor/assets` */
export const AssetList = Type.Object(
  {
    data: Type.Array(Asset, { description: "Newest first." }),
    links: Type.Object(
      {
        self: Type.String({ format: "uri" }),
        next: orNull(Type.String({ format: "uri" }), "The next page; null on the last page."),
      },
      CLOSED,
    ),
  },
  { ...CLOSED, $id: "AssetList" },
);
