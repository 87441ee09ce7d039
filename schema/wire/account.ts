import { Type } from "@sinclair/typebox";
import { CLOSED, orNull, SelfLink } from "./jsonapi.ts";

const Quota = Type.Object(
  {
    limit: Type.Integer({ description: "Uploads in any 24 hours." }),
    used: Type.Integer({ description: "Uploads accepted in the last 24 hours." }),
    remaining: Type.Integer(),
    free_at: orNull(Type.String({ format: "date-time" }), "When the next upload is possible, if none remains."),
  },
  CLOSED,
);

const ApiKey = Type.Object(
  {
    type: Type.Literal("api_keys"),
    id: Type.String({ format: "uuid", description: "The public id: the `key` parameter of signed URLs." }),
    attributes: Type.Object(
      {
        name: Type.String(),
        mode: Type.Union([Type.Literal("live"), Type.Literal("test"), Type.Literal("trial")]),
        created_at: Type.String({ format: "date-time" }),
        expires_at: orNull(Type.String({ format: "date-time" }), "From then on, the key is refused (401)."),
        token_valid_until: orNull(
          Type.String({ format: "date-time" }),
          "When the token of this request stops working, if the operator replaced it.",
        ),
        access: Type.Object(
          {
            supervisor: Type.Boolean({ description: "Can search and upload." }),
            images: Type.Boolean({ description: "Can upload and search with pictures." }),
            video: Type.Boolean({ description: "Can upload and search with films." }),
            audio: Type.Optional(
              Type.Literal(true, { description: "Can upload and search with audio files. Absent without the right." }),
            ),
            edits: Type.Optional(
              Type.Literal(true, {
                description: "Can get cuts of songs without a watermark. Absent without the right.",
              }),
            ),
          },
          CLOSED,
        ),
        playlist_ids: Type.Array(Type.Integer(), { description: "Private playlists granted to the key." }),
        rate: Type.Object(
          {
            limit: Type.Integer({ description: "Searches per window." }),
            window_seconds: Type.Integer(),
            remaining: Type.Integer({ description: "Searches left in the window that ends now." }),
          },
          CLOSED,
        ),
        quotas: Type.Object({ images: Quota, video: Quota, audio: Type.Optional(Quota) }, CLOSED),
      },
      CLOSED,
    ),
    links: SelfLink,
  },
  CLOSED,
);

/** `GET /v1/me` */
export const AccountDocument = Type.Object({ data: ApiKey }, { ...CLOSED, $id: "AccountDocument" });
