import { type Static, Type } from "@sinclair/typebox";
import { adminDocument, adminList, adminResource, Moment } from "./admin.ts";
import { CLOSED, orNull } from "./jsonapi.ts";

const Attempt = Type.Object(
  {
    number: Type.Integer({ description: "1 for the first." }),
    at: Moment,
    duration_ms: Type.Integer(),
    outcome: Type.String({ description: "For programs; docs/webhooks.md lists them." }),
    status_code: orNull(Type.Integer(), "The status of the receiver's answer."),
    detail: Type.String({ description: "For people." }),
  },
  CLOSED,
);

const Attributes = Type.Object(
  {
    status: Type.Union([Type.Literal("pending"), Type.Literal("delivered"), Type.Literal("failed")]),
    url: Type.String(),
    search_id: orNull(Type.String()),
    key_id: orNull(Type.String()),
    attempts: Type.Integer({ description: "Attempts so far, replays included." }),
    created_at: Moment,
    finished_at: orNull(Moment),
    last_outcome: orNull(Type.String()),
    last_detail: orNull(Type.String()),
    next_attempt_at: orNull(Moment, "When a pending delivery is tried next. Null while it is tried, and at its end."),
    log: Type.Optional(Type.Array(Attempt, { description: "Every attempt, the oldest first. Not in lists." })),
  },
  CLOSED,
);
const AdminDelivery = adminResource("deliveries", Attributes);
export type AdminDeliveryAttributes = Static<typeof Attributes>;

/** `GET /v1/admin/deliveries/:id` */
export const AdminDeliveryDocument = adminDocument("AdminDeliveryDocument", AdminDelivery);
/** `GET /v1/admin/deliveries` */
export const AdminDeliveryList = adminList("AdminDeliveryList", AdminDelivery);

/** `POST /v1/admin/deliveries/:id/replay` */
export const AdminReplayDocument = adminDocument(
  "AdminReplayDocument",
  adminResource(
    "replays",
    Type.Object(
      {
        result: Type.Union([Type.Literal("sent_again"), Type.Literal("hastened"), Type.Literal("under_way")], {
          description:
            "`sent_again`: it had ended and is sent now. `hastened`: it was waiting for its next attempt, which starts now. `under_way`: it is being sent; nothing was changed.",
        }),
      },
      CLOSED,
    ),
  ),
);
