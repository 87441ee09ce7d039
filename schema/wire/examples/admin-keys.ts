import { EXAMPLE_SERVER } from "./song.ts";

const KEY = {
  type: "api_keys",
  id: "0f8fad5b-d9cb-469f-a165-70867728950e",
  attributes: {
    name: "Editing",
    mode: "live",
    state: "active",
    supervisor: true,
    images: true,
    video: false,
    audio: false,
    edits: false,
    recipient: null,
    rate: 25,
    image_quota: 17_000,
    images_left: 16_988,
    video_quota: 200,
    video_left: 200,
    audio_quota: 200,
    audio_left: 200,
    playlist_ids: [],
    created_at: "2026-03-01T09:00:00.000Z",
    expires_at: null,
    revoked_at: null,
    last_used_at: "2026-03-04T10:15:00.000Z",
    previous_token_until: null,
    previous_secret_until: null,
  },
};

const CREATED = { ...KEY, attributes: { ...KEY.attributes, token: "EXAMPLE", webhook_secret: "whsec_EXAMPLE" } };

export const EXAMPLE_KEY = { data: KEY };
export const EXAMPLE_CREATED_KEY = { data: CREATED };
export const EXAMPLE_KEY_LIST = { data: [KEY], links: { self: `${EXAMPLE_SERVER}/v1/admin/keys` } };
export const EXAMPLE_NEW_KEY = {
  data: { type: "api_keys", attributes: { name: "Editing", mode: "live", images: true } },
};
export const EXAMPLE_KEY_CHANGE = {
  data: { type: "api_keys", attributes: { rate: 50, expires_at: "2027-03-01T12:00:00Z" } },
};
export const EXAMPLE_ROTATION = {
  data: { type: "key_rotations", attributes: { token: true, webhook_secret: true, overlap_seconds: 86_400 } },
};
export const EXAMPLE_TEST_WEBHOOK = {
  data: { type: "test_webhooks", attributes: { url: "https://studio.example/music" } },
};
export const EXAMPLE_TEST_RESULT = {
  data: {
    type: "test_webhooks",
    id: "test_8d2c5a4e-6d0b-4f0b-9f0d-0c1b2a3d4e5f",
    attributes: {
      url: "https://studio.example/music",
      outcome: "delivered",
      status_code: 200,
      detail: "answered 200",
      duration_ms: 84,
      sent_at: "2026-03-04T10:15:00.000Z",
    },
  },
};
