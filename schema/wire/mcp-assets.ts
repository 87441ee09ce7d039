import { Type } from "@sinclair/typebox";
import { Asset } from "./asset.ts";
import { CLOSED, orNull } from "./jsonapi.ts";
import { Limit, TEXT_MAX } from "./mcp.ts";

const ASSETS_MAX = 100;

export const ListAssetsInput = Type.Object(
  {
    cursor: Type.Optional(Type.String({ maxLength: TEXT_MAX, description: "next_cursor of the previous page." })),
    limit: Limit(ASSETS_MAX, 25, "assets"),
  },
  CLOSED,
);

const Upload = Type.Object(
  {
    url: Type.String(),
    method: Type.Literal("POST"),
    form_field: Type.Literal("file"),
    authorization: Type.String(),
    limits: Type.String(),
  },
  { ...CLOSED, description: "How to upload files that are too large for upload_asset." },
);

/** Without the schema of the analysis, which is longer than those of all tools together. */
const AssetView = Type.Object(
  {
    ...Asset.properties,
    attributes: Type.Object(
      {
        ...Asset.properties.attributes.properties,
        analysis: Type.Optional(
          Type.Record(Type.String(), Type.Unknown(), { description: "What was detected, in words and numbers." }),
        ),
      },
      CLOSED,
    ),
  },
  CLOSED,
);

export const ListAssetsOutput = Type.Object(
  {
    assets: Type.Array(AssetView, { description: "Newest first." }),
    next_cursor: orNull(Type.String(), "Null on the last page."),
    upload: Upload,
  },
  CLOSED,
);

export const ReadAssetInput = Type.Object(
  { asset_id: Type.String({ maxLength: TEXT_MAX, description: "The id of an asset of this key." }) },
  CLOSED,
);

export const AssetOutput = Type.Object({ asset: AssetView }, CLOSED);

export const UploadAssetInput = Type.Object(
  {
    data: Type.String({
      minLength: 1,
      description: "The bytes of a picture or film in base64, or a base64 data URL; at most 1 MiB of bytes.",
    }),
    content_type: Type.Optional(
      Type.String({ maxLength: TEXT_MAX, description: "The media type. Without it, the bytes decide." }),
    ),
  },
  CLOSED,
);
