import { type Static, Type } from "@sinclair/typebox";
import { AUDIT_ACTIONS } from "../audit-actions.ts";
import { CLOSED } from "./jsonapi.ts";

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
