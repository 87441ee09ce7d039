import { type Static, Type } from "@sinclair/typebox";
import { CLOSED } from "./jsonapi.ts";

/** Everything that the audit trail records. Names are `<object>.<what happened>`. */
export const AUDIT_ACTIONS = [
  "key.created",
  "key.changed",
  "key.rotated",
  "key.revoked",
  "delivery.replayed",
  "webhook.tested",
  "job.retried",
  "job.cancelled",
  "upload.accepted",
  "upload.refused",
  "asset.opened",
  "asset.analysed_again",
  "asset.deleted",
  "asset.expired",
  "search.submitted",
  "result.opened",
  "media.opened",
  "catalog.imported",
  "catalog.undone",
  "catalog.cancelled",
  "dump.uploaded",
  "songs.removed",
  "songs.restored",
  "blocklist.added",
  "blocklist.removed",
  "backup.requested",
  "backup.downloaded",
  "backup.written",
  "backup.restored",
  "user.added",
  "user.removed",
  "user.password",
  "user.signed_in",
  "user.signed_out",
  "user.refused",
  "shortlist.created",
  "shortlist.changed",
  "shortlist.deleted",
  "shortlist.exported",
  "share.created",
  "share.revoked",
  "share.opened",
  "audit.exported",
  "audit.pruned",
  "audit.gap",
] as const;

const Actor = Type.Union([
  Type.Object({ kind: Type.Literal("key"), id: Type.String(), name: Type.String() }, CLOSED),
  Type.Object({ kind: Type.Literal("user"), id: Type.String(), name: Type.String() }, CLOSED),
  /** Somebody with a shared link. `id` is that of the link, `name` the person whom it was made for. */
  Type.Object({ kind: Type.Literal("recipient"), id: Type.String(), name: Type.String() }, CLOSED),
  /** A command. `user` is the user of the operating system, `sudo_user` the one who called sudo, as sudo tells it. */
  Type.Object({ kind: Type.Literal("command"), user: Type.String(), sudo_user: Type.Optional(Type.String()) }, CLOSED),
  Type.Object({ kind: Type.Literal("server") }, CLOSED),
]);

/** Ids and numbers only: no text of briefs, no names of uploads, no URLs. */
const Objects = Type.Record(
  Type.String(),
  Type.Union([Type.String(), Type.Integer(), Type.Array(Type.String()), Type.Null()]),
);

/** One line of the audit trail, in JSON Lines. */
export const AuditEntry = Type.Object(
  {
    seq: Type.Integer({ minimum: 1 }),
    at: Type.String({ pattern: String.raw`^[+-]?\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$` }),
    actor: Actor,
    action: Type.Union(AUDIT_ACTIONS.map((action) => Type.Literal(action))),
    objects: Objects,
    /** `done`, or how it ended: `cached`, `joined`, `enqueued`, or the name of a refusal. */
    outcome: Type.String(),
    /** The id of the HTTP request, as in the log. */
    request: Type.Union([Type.String(), Type.Null()]),
    /** SHA-256 of the line before, without its line break; zeros before the first line. */
    previous: Type.String({ pattern: "^[0-9a-f]{64}$" }),
  },
  CLOSED,
);

export type AuditEntry = Static<typeof AuditEntry>;
export type AuditActor = Static<typeof Actor>;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];
export type AuditObjects = Static<typeof Objects>;
