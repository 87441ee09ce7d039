import { type Static, Type } from "@sinclair/typebox";
import { adminList, adminResource, Moment } from "./admin.ts";
import { CLOSED } from "./jsonapi.ts";

const Line = Type.Object(
  {
    at: Moment,
    level: Type.Union(["debug", "info", "warn", "error"].map((level) => Type.Literal(level))),
    message: Type.String(),
    fields: Type.Record(Type.String(), Type.Unknown(), {
      description: "Such as `requestId`, `keyId`, `status` and `ms`. Of an error, the first line of its message.",
    }),
  },
  CLOSED,
);
export type AdminLogAttributes = Static<typeof Line>;
/** `GET /v1/admin/log`, and the data of the event `line` of `GET /v1/admin/log/events`. */
export const AdminLogList = adminList("AdminLogList", adminResource("log_lines", Line));
