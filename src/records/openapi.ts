import { AUDIT_ACTIONS } from "../../schema/audit-actions.ts";
import { AdminAuditList, AdminUsageList } from "../../schema/wire/admin-records.ts";
import { EXAMPLE_AUDIT, EXAMPLE_USAGE } from "../../schema/wire/examples/admin-records.ts";
import type { OpenApiPart } from "../http/openapi/operation.ts";
import { filterParameter, pageCursor, pageSize } from "../http/openapi/parameters.ts";

const TAG = "Administration";
const range = [
  filterParameter("key", "Only this key, by its id."),
  filterParameter("from", "From this time on: a date or a time in UTC."),
  filterParameter("to", "Before this time."),
];

export const recordsOpenApi: OpenApiPart = {
  paths: {
    "/v1/admin/usage": {
      get: {
        id: "adminListUsage",
        tag: TAG,
        summary: "Count searches by month, key and tier",
        credential: "admin",
        parameters: [...range, pageSize, pageCursor],
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
        parameters: [
          ...range,
          filterParameter("action", "Only entries of this kind.", AUDIT_ACTIONS),
          filterParameter(
            "actor",
            "Only entries of whoever has exactly this name: a person, a key, a recipient of a link, the system's user of a command, or `server`.",
          ),
          pageSize,
          pageCursor,
        ],
        answers: { 200: { description: "A page of entries.", schema: AdminAuditList, example: EXAMPLE_AUDIT } },
        refusals: ["bad_parameter"],
      },
    },
  },
};
