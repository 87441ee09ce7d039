import { EXAMPLE_SERVER } from "./song.ts";

const COLLECTION = { self: `${EXAMPLE_SERVER}/v1/supervisor/assets` };

const UPLOADED = {
  type: "supervisor_assets",
  id: "196db2ae-23f6-4ad4-a191-def610c2562a",
  attributes: {
    status: "pending",
    media_kind: "image",
    submitted_at: "2026-11-24T14:51:54.285Z",
    original_retained: false,
    content_type: "image/jpeg",
    byte_size: 36_362,
    width: 1280,
    height: 853,
    duration: null,
    processed_at: null,
    error: null,
  },
  links: { self: `${EXAMPLE_SERVER}/v1/supervisor/assets/196db2ae-23f6-4ad4-a191-def610c2562a` },
};

export const EXAMPLE_UPLOADED = {
  data: { ...UPLOADED, attributes: { ...UPLOADED.attributes, position: 1 } },
  links: COLLECTION,
};

export const EXAMPLE_ANALYSIS = {
  kind: "image",
  words: ["dark night", "city"],
  subject: { value: "place", confidence: 0.97 },
  time_of_day: { value: "night", confidence: 0.94 },
  weather: { value: "none", confidence: 0.81 },
  setting: { value: "outdoors", confidence: 0.98 },
  scenes: [{ value: "city", confidence: 0.88 }],
  brightness: 0.14,
  brightness_spread: 0.31,
  contrast: 0.29,
  saturation: 0.12,
  colourfulness: 0.21,
  warmth: -0.08,
  edge_density: 0.06,
  texture: 0.35,
  symmetry: 0.41,
  skin_share: 0.02,
  flat_share: 0.11,
  palette: [{ name: "black", hex: "#0b0d12", share: 0.62 }],
  valence: 0,
  arousal: 0,
  energy: 0.3,
};

const PROCESSED = {
  ...UPLOADED,
  attributes: {
    ...UPLOADED.attributes,
    status: "processed",
    processed_at: "2026-11-24T14:51:55.102Z",
    analysis: EXAMPLE_ANALYSIS,
  },
};

export const EXAMPLE_PROCESSED = { data: PROCESSED, links: COLLECTION };

export const EXAMPLE_ASSET_LIST = { data: [PROCESSED], links: { ...COLLECTION, next: null } };
