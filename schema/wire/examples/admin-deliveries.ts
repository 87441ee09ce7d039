import { EXAMPLE_SERVER } from "./song.ts";

const ID = "msg_5f0c1d2e-0a3b-4c5d-8e9f-102132435465";
const DELIVERY = {
  type: "deliveries",
  id: ID,
  attributes: {
    status: "pending",
    url: "https://studio.example/music",
    search_id: "0add0be8-3d75-8791-8c48-4c6c7fdce9a4",
    key_id: "0f8fad5b-d9cb-469f-a165-70867728950e",
    attempts: 1,
    created_at: "2026-03-04T10:15:00.000Z",
    finished_at: null,
    last_outcome: "http_status",
    last_detail: "answered 502",
    next_attempt_at: "2026-03-04T10:15:05.000Z",
  },
};
const ATTEMPT = {
  number: 1,
  at: "2026-03-04T10:15:00.120Z",
  duration_ms: 84,
  outcome: "http_status",
  status_code: 502,
  detail: "answered 502",
};

export const EXAMPLE_DELIVERY = { data: { ...DELIVERY, attributes: { ...DELIVERY.attributes, log: [ATTEMPT] } } };
export const EXAMPLE_DELIVERY_LIST = { data: [DELIVERY], links: { self: `${EXAMPLE_SERVER}/v1/admin/deliveries` } };
export const EXAMPLE_REPLAY = { data: { type: "replays", id: ID, attributes: { result: "hastened" } } };
