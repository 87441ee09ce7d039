import { Type } from "@sinclair/typebox";
import { AdminLogList } from "../../schema/wire/admin-log.ts";
import { AdminSettingList, AdminStorageDocument } from "../../schema/wire/admin-system.ts";
import { EXAMPLE_LOG, EXAMPLE_LOG_EVENTS } from "../../schema/wire/examples/admin-log.ts";
import { EXAMPLE_SETTINGS, EXAMPLE_STORAGE } from "../../schema/wire/examples/admin-system.ts";
import type { OpenApiPart } from "../http/openapi/operation.ts";
import { filterParameter, pageCursor, pageSize } from "../http/openapi/parameters.ts";
import { LOG_LEVELS } from "../lib/log-tail.ts";

const TAG = "Administration";

const logFilters = [
  filterParameter("level", "The lowest level; `debug` by default.", LOG_LEVELS),
  filterParameter("about", "A text in the line, such as the id of a request, a key, a search or a job."),
];

export const adminOperationPaths: OpenApiPart["paths"] = {
  "/v1/admin/log": {
    get: {
      id: "adminListLog",
      tag: TAG,
      summary: "List the newest lines of the server's log",
      description:
        "The newest first, from the last 2,000 lines since the server started, at its LOG_LEVEL. Secrets are masked, and errors have no stack.",
      credential: "admin",
      parameters: [...logFilters, pageSize, pageCursor],
      answers: { 200: { description: "A page of lines.", schema: AdminLogList, example: EXAMPLE_LOG } },
      refusals: ["bad_parameter"],
    },
  },
  "/v1/admin/log/events": {
    get: {
      id: "adminFollowLog",
      tag: TAG,
      summary: "Follow the server's log, as server-sent events",
      description:
        "Begins with the last 200 lines, or after the line of `Last-Event-ID`. Each event `line` has a resource of the list as JSON; `missed` has the `count` of lines that were left out because the client was too slow. The stream ends after a minute; connect again then. An administrator can have 4 streams.",
      credential: "admin",
      parameters: logFilters,
      answers: {
        200: {
          description: "Events.",
          type: "text/event-stream",
          schema: Type.String(),
          example: EXAMPLE_LOG_EVENTS,
        },
      },
      refusals: ["bad_parameter", "streams_busy"],
    },
  },
  "/v1/admin/settings": {
    get: {
      id: "adminListSettings",
      tag: TAG,
      summary: "List the settings in force",
      description: "With the source of each value. Secrets are masked.",
      credential: "admin",
      answers: { 200: { description: "All settings.", schema: AdminSettingList, example: EXAMPLE_SETTINGS } },
      refusals: ["bad_parameter"],
    },
  },
  "/v1/admin/storage": {
    get: {
      id: "adminReadStorage",
      tag: TAG,
      summary: "Read what the data folder takes of the disk",
      credential: "admin",
      answers: { 200: { description: "Sizes in bytes.", schema: AdminStorageDocument, example: EXAMPLE_STORAGE } },
    },
  },
};
