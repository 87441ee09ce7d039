import { type Static, Type } from "@sinclair/typebox";
import { adminDocument, adminList, adminResource, Moment } from "./admin.ts";
import { CLOSED, orNull } from "./jsonapi.ts";

const Lane = Type.Object(
  {
    waiting: Type.Integer({ description: "Due and not running." }),
    scheduled: Type.Integer({ description: "Due later." }),
    running: Type.Integer(),
    failed: Type.Integer({ description: "Failed in the last week." }),
    oldest_wait_ms: Type.Integer({ description: "Since the oldest waiting job became due; 0 without one." }),
    work_ms: Type.Integer({ description: "Processor time that the waiting jobs will probably take." }),
  },
  CLOSED,
);
export type AdminLaneAttributes = Static<typeof Lane>;

/** `GET /v1/admin/lanes`. The id of a lane is its name. */
export const AdminLaneList = adminList("AdminLaneList", adminResource("lanes", Lane));

const Job = Type.Object(
  {
    kind: Type.String(),
    lane: Type.String(),
    state: Type.Union(["ready", "running", "done", "failed", "cancelled"].map((state) => Type.Literal(state))),
    attempts: Type.Integer({ description: "Attempts that have started." }),
    run_at: Moment,
    key_id: orNull(Type.String(), "The key that it runs for."),
    error: orNull(Type.String(), "The reason of the last retry, or of the end."),
    created_at: Moment,
    finished_at: orNull(Moment),
  },
  CLOSED,
);
export type AdminJobAttributes = Static<typeof Job>;
const AdminJob = adminResource("jobs", Job);

/** `POST /v1/admin/jobs/:id/cancel` and `…/retry` */
export const AdminJobDocument = adminDocument("AdminJobDocument", AdminJob);
/** `GET /v1/admin/jobs` */
export const AdminJobList = adminList("AdminJobList", AdminJob);
