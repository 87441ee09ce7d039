import { type Static, Type } from "@sinclair/typebox";
import { adminDocument, adminList, adminRequest, adminResource, GivenMoment, Moment } from "./admin.ts";
import { CLOSED, orNull } from "./jsonapi.ts";

/** Limits of the fields of a key, for commands and requests. */
export const KEY_LIMITS = {
  nameLengthMax: 200,
  /** The rate limiter uses eight bytes for each request in a second. */
  rateMax: 100_000,
  quotaMax: 1_000_000_000,
  overlapSecondsMax: 365 * 24 * 60 * 60,
} as const;

const Mode = Type.Union([Type.Literal("live"), Type.Literal("test"), Type.Literal("trial")]);

const Settings = {
  name: Type.String({ minLength: 1, maxLength: KEY_LIMITS.nameLengthMax }),
  mode: Mode,
  supervisor: Type.Boolean({ description: "Can search and upload." }),
  images: Type.Boolean({ description: "Can upload and search with pictures." }),
  video: Type.Boolean({ description: "Can upload and search with films." }),
  audio: Type.Boolean({ description: "Can upload and search with audio files." }),
  edits: Type.Boolean({ description: "Can get cuts of songs without a watermark, if it is live." }),
  recipient: orNull(
    Type.String({
      minLength: 1,
      maxLength: KEY_LIMITS.nameLengthMax,
      pattern: String.raw`^[^\u0000-\u001f\u007f-\u009f]*$`,
    }),
    "Whom the key is for. Its watermarked files have an inaudible imprint, by which a copy is traced. Null means none.",
  ),
  rate: Type.Integer({ minimum: 1, maximum: KEY_LIMITS.rateMax, description: "Searches per second." }),
  image_quota: Type.Integer({ minimum: 0, maximum: KEY_LIMITS.quotaMax, description: "Pictures in any 24 hours." }),
  video_quota: Type.Integer({ minimum: 0, maximum: KEY_LIMITS.quotaMax, description: "Films in any 24 hours." }),
  audio_quota: Type.Integer({
    minimum: 0,
    maximum: KEY_LIMITS.quotaMax,
    description: "Audio files in any 24 hours.",
  }),
  playlist_ids: Type.Array(Type.Integer({ minimum: 0 }), {
    maxItems: 1_000,
    description: "Private playlists granted to the key.",
  }),
  expires_at: orNull(GivenMoment, "From then on, the key is refused. Null means never."),
};

const Attributes = Type.Object(
  {
    ...Settings,
    state: Type.Union([Type.Literal("active"), Type.Literal("expired"), Type.Literal("revoked")]),
    images_left: Type.Integer({ description: "Pictures that can be uploaded now." }),
    video_left: Type.Integer({ description: "Films that can be uploaded now." }),
    audio_left: Type.Integer({ description: "Audio files that can be uploaded now." }),
    created_at: Moment,
    revoked_at: orNull(Moment),
    last_used_at: orNull(Moment, "The last request with the key or a link signed for it. It can be a minute old."),
    previous_token_until: orNull(Moment, "The end of the overlap of the last rotation of the token."),
    previous_secret_until: orNull(Moment, "The end of the overlap of the last rotation of the webhook secret."),
    token: Type.Optional(Type.String({ description: "Only in the answer that creates it. It cannot be read again." })),
    webhook_secret: Type.Optional(Type.String({ description: "Only in the answer that creates it." })),
  },
  CLOSED,
);
const AdminKey = adminResource("api_keys", Attributes);

export type AdminKeyAttributes = Static<typeof Attributes>;

/** `GET /v1/admin/keys/:id` */
export const AdminKeyDocument = adminDocument("AdminKeyDocument", AdminKey);
/** `GET /v1/admin/keys` */
export const AdminKeyList = adminList("AdminKeyList", AdminKey);

/** `POST /v1/admin/keys` */
export const NewKeyRequest = adminRequest(
  "NewKeyRequest",
  "api_keys",
  Type.Composite(
    [Type.Object({ name: Settings.name }), Type.Partial(Type.Omit(Type.Object(Settings), ["name"]))],
    CLOSED,
  ),
);
/** `PATCH /v1/admin/keys/:id` */
export const KeyChangeRequest = adminRequest(
  "KeyChangeRequest",
  "api_keys",
  Type.Partial(Type.Object(Settings), { ...CLOSED, minProperties: 1 }),
);
export type KeySettings = Static<typeof KeyChangeRequest>["data"]["attributes"];

/** `POST /v1/admin/keys/:id/rotate` */
export const KeyRotationRequest = adminRequest(
  "KeyRotationRequest",
  "key_rotations",
  Type.Object(
    {
      token: Type.Boolean({ description: "Whether to replace the token." }),
      webhook_secret: Type.Boolean({ description: "Whether to replace the webhook secret." }),
      overlap_seconds: Type.Integer({
        minimum: 0,
        maximum: KEY_LIMITS.overlapSecondsMax,
        description: "How long the replaced ones work, too.",
      }),
    },
    CLOSED,
  ),
);

/** `POST /v1/admin/keys/:id/test-webhook` */
export const TestWebhookRequest = adminRequest(
  "TestWebhookRequest",
  "test_webhooks",
  Type.Object(
    { url: Type.String({ maxLength: 4_096, description: "Where to send it, as a `callback_url`." }) },
    CLOSED,
  ),
);

const TestResult = Type.Object(
  {
    url: Type.String(),
    outcome: Type.String({ description: "As in the log of deliveries: `delivered`, or why not." }),
    status_code: orNull(Type.Integer(), "The status of the receiver's answer."),
    detail: Type.String({ description: "For people." }),
    duration_ms: Type.Integer(),
    sent_at: Moment,
  },
  CLOSED,
);
/** The result of a test webhook. Its id is the `webhook-id` that was sent. */
export const TestWebhookDocument = adminDocument("TestWebhookDocument", adminResource("test_webhooks", TestResult));
