import { EXAMPLE_SERVER } from "./song.ts";

const LINE = {
  type: "log_lines",
  id: "4711",
  attributes: {
    at: "2026-11-24T14:51:54.285Z",
    level: "info",
    message: "request",
    fields: {
      requestId: "0f8fad5b-d9cb-469f-a165-70867728950e",
      method: "GET",
      path: "/v1/songs",
      status: 200,
      ms: 3.1,
    },
  },
};

export const EXAMPLE_LOG = { data: [LINE], links: { self: `${EXAMPLE_SERVER}/v1/admin/log` } };
export const EXAMPLE_LOG_EVENTS = `retry: 1000\n\nid: 196db2ae:4711\nevent: line\ndata: ${JSON.stringify(LINE)}\n\n`;
