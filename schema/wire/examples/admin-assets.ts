import { EXAMPLE_ANALYSIS } from "./asset.ts";
import { EXAMPLE_SERVER } from "./song.ts";

const ATTRIBUTES = {
  key_id: "0f8fad5b-d9cb-469f-a165-70867728950e",
  key_name: "Editing",
  status: "processed",
  media_kind: "image",
  content_type: "image/jpeg",
  byte_size: 36_362,
  width: 1280,
  height: 853,
  duration: null,
  original_retained: false,
  submitted_at: "2026-11-24T14:51:54.285Z",
  processed_at: "2026-11-24T14:51:55.102Z",
  error: null,
  lane: "picture",
  position: null,
  can_retry: false,
};
const ID = "196db2ae-23f6-4ad4-a191-def610c2562a";

export const EXAMPLE_ADMIN_ASSET = {
  data: { type: "assets", id: ID, attributes: { ...ATTRIBUTES, analysis: EXAMPLE_ANALYSIS } },
};
export const EXAMPLE_REOPENED_ASSET = {
  data: { type: "assets", id: ID, attributes: { ...ATTRIBUTES, status: "pending", processed_at: null, position: 1 } },
};
export const EXAMPLE_ADMIN_ASSETS = {
  data: [{ type: "assets", id: ID, attributes: ATTRIBUTES }],
  links: { self: `${EXAMPLE_SERVER}/v1/admin/assets` },
};
