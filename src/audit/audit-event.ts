import type { AuditAction, AuditActor, AuditObjects } from "../../schema/wire/audit.ts";

/**
 * What to record. Objects are ids and numbers: never a text of a brief, the name of an uploaded file, a URL, or a secret.
 */
export interface AuditEvent {
  readonly actor: AuditActor;
  readonly action: AuditAction;
  readonly objects?: AuditObjects;
  /** `done` if absent. */
  readonly outcome?: string;
  /** The id of the HTTP request. */
  readonly requestId?: string | null;
}

/** The server, for what it does by itself. */
export const SERVER: AuditActor = { kind: "server" };

/** Returns actor and request of an event, for a request with an API key. */
export function byKey(
  { id, name }: { readonly id: string; readonly name: string },
  requestId: string | null,
): Pick<AuditEvent, "actor" | "requestId"> {
  return { actor: { kind: "key", id, name }, requestId };
}

/** Most ids of one list in an event. `count` then says how many there were. */
const IDS_MAX = 100;

/** Returns a list of ids as objects of an event: `{songs: [...], count: 250}`. */
export function listed(name: string, ids: readonly string[]): AuditObjects {
  return { [name]: ids.slice(0, IDS_MAX), count: ids.length };
}
