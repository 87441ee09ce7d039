import { EXAMPLE_SERVER } from "./song.ts";

const LANE = {
  type: "lanes",
  id: "search",
  attributes: { waiting: 2, scheduled: 0, running: 4, failed: 0, oldest_wait_ms: 140, work_ms: 0 },
};
const JOB = {
  type: "jobs",
  id: "4711",
  attributes: {
    kind: "deliver_webhook",
    lane: "webhook",
    state: "ready",
    attempts: 2,
    run_at: "2026-03-04T10:15:30.000Z",
    key_id: "0f8fad5b-d9cb-469f-a165-70867728950e",
    error: "answered 502",
    created_at: "2026-03-04T10:15:00.000Z",
    finished_at: null,
  },
};

export const EXAMPLE_LANES = { data: [LANE], links: { self: `${EXAMPLE_SERVER}/v1/admin/lanes` } };
export const EXAMPLE_JOB = { data: JOB };
export const EXAMPLE_JOB_LIST = { data: [JOB], links: { self: `${EXAMPLE_SERVER}/v1/admin/jobs` } };
