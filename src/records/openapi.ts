import { AdminAuditList, AdminUsageList } from "../../schema/wire/admin-records.ts";
import { EXAMPLE_AUDIT, EXAMPLE_USAGE } from "../../schema/wire/examples/admin-records.ts";
import type { OpenApiPart } from "../http/openapi/operation.ts";
import { filterParameter, pageCursor, pageSize } from "../http/openapi/parameters.ts";

const TAG = "Administration";
const range = [
  filterParameter("key", "Only this key, by its id."),
  filterParameter("from", "From this time on: a date or a time in UTC."),
  filterParameter("to", "Before this time."),
  pageSize,
  pageCursor,
];

export const recordsOpenApi: OpenApiPart = {
  paths: {
    "/v1/admin/usage": {
      get: {
        id: "adminListUsage",
        tag: TAG,
        summary: "Count searches by month, key and tier",
        credential: "admin",
        parameters: range,
        answers: { 200: { description: "A page of counts.", schema: AdminUsageList, example: EXAMPLE_USAGE } },
        refusals: ["bad_parameter"],
      },
    },
    "/v1/admin/audit": {
      get: {
        id: "adminListAudit",
        tag: TAG,
        summary: "List who did what and when",
        description: "The newest first.",
        credential: "admin",
        parameters: range,
        answers: { 200: { description: "A page of entries.", schema: AdminAuditList, example: EXAMPLE_AUDIT } },
        refusals: ["bad_parameter"],
      },
    },
  },
};
