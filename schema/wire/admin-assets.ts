import { type Static, Type } from "@sinclair/typebox";
import { adminDocument, adminList, adminResource, Moment } from "./admin.ts";
import { AssetAnalysis } from "./analysis.ts";
import { CLOSED, orNull } from "./jsonapi.ts";

export const ASSET_STATUSES = ["pending", "processing", "processed", "failed", "blocked", "expired"] as const;
export const MEDIA_KINDS = ["image", "video", "audio"] as const;

const Attributes = Type.Object(
  {
    key_id: Type.String({ description: "The key that uploaded it." }),
    key_name: Type.String(),
    status: Type.Union(ASSET_STATUSES.map((status) => Type.Literal(status))),
    media_kind: Type.Union(MEDIA_KINDS.map((kind) => Type.Literal(kind))),
    content_type: Type.String(),
    byte_size: Type.Integer(),
    width: orNull(Type.Integer(), "Pixels, after the orientation is applied. Null for an audio file."),
    height: orNull(Type.Integer()),
    duration: orNull(Type.Number(), "Seconds; null for a picture."),
    original_retained: Type.Boolean({ description: "Whether the uploaded file is kept after the analysis." }),
    submitted_at: Moment,
    processed_at: orNull(Moment),
    error: orNull(Type.String(), "Why it failed or was blocked."),
    lane: orNull(Type.String(), "The lane of its analysis. Null for assets of earlier versions without dimensions."),
    position: orNull(
      Type.Integer({ minimum: 1 }),
      "While it is `pending`: how many analyses of its lane will probably start first, plus one. An estimate.",
    ),
    can_retry: Type.Boolean({ description: "Whether `POST …/analysis` starts an analysis, or makes one start now." }),
    analysis: Type.Optional(AssetAnalysis),
  },
  CLOSED,
);
const AdminAsset = adminResource("assets", Attributes);
export type AdminAssetAttributes = Static<typeof Attributes>;

/** `GET /v1/admin/assets/:id`, `POST /v1/admin/assets/:id/analysis` */
export const AdminAssetDocument = adminDocument("AdminAssetDocument", AdminAsset);
/** `GET /v1/admin/assets`. The analyses are in the documents of single assets only. */
export const AdminAssetList = adminList("AdminAssetList", AdminAsset);
