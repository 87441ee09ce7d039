import { type Static, Type } from "@sinclair/typebox";
import { adminList, adminResource, Moment } from "./admin.ts";
import { CLOSED } from "./jsonapi.ts";

const Usage = Type.Object(
  {
    period: Type.String({ description: "The calendar month in UTC, such as `2026-03`." }),
    key_id: Type.String(),
    key_name: Type.String(),
    tier: Type.Union(["text", "image", "video", "audio", "cached"].map((tier) => Type.Literal(tier))),
    billed: Type.Boolean({ description: "False for failed searches and for answers from the cache." }),
    count: Type.Integer(),
  },
  CLOSED,
);
export type AdminUsageAttributes = Static<typeof Usage>;
/** `GET /v1/admin/usage` */
export const AdminUsageList = adminList("AdminUsageList", adminResource("usage", Usage));

const Entry = Type.Object(
  {
    at: Moment,
    actor: Type.String({ description: "`key`, `user`, `recipient`, `command` or `server`." }),
    actor_name: Type.String({ description: "The name of the key or the user, or the user of the system." }),
    action: Type.String(),
    objects: Type.Record(Type.String(), Type.Unknown()),
    outcome: Type.String(),
    request: Type.Union([Type.String(), Type.Null()], { description: "The id of the HTTP request." }),
  },
  CLOSED,
);
export type AdminAuditAttributes = Static<typeof Entry>;
/** `GET /v1/admin/audit` */
export const AdminAuditList = adminList("AdminAuditList", adminResource("audit_entries", Entry));
