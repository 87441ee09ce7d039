import { Elysia } from "elysia";
import type { AuditActor } from "../../schema/wire/audit.ts";
import type { RequestContexts } from "../http/request-contexts.ts";
import { Refused, refuse, refusal } from "../lib/refusal.ts";
import type { Access } from "./access.ts";

export interface Administration {
  readonly access: Access;
  readonly contexts: RequestContexts;
}

/** Who administers: the holder of the admin token, or a signed-in admin. */
export interface Administrator {
  /** Null for the admin token. */
  readonly userId: string | null;
  readonly name: string;
}

/** Who changes something, and by which request: members of an event of the audit trail. */
export interface ChangedBy {
  readonly actor: Extract<AuditActor, { readonly kind: "user" }>;
  readonly requestId: string;
}

/** Requests of administrators have no key; they share the limits of one. */
export const ADMINISTRATORS = "administrators";

const TOKEN_HOLDER: Administrator = { userId: null, name: "admin token" };

/**
 * Gives the routes of a group who changes something (`by`), and answers 401 or 403 to everyone who is not an administrator. It
 * covers the routes that come after it in the group and no other group; test/users/roles.test.ts checks every route.
 */
export function administration(deps: Administration) {
  return new Elysia().resolve({ as: "scoped" }, async ({ request }) => ({ by: await changedBy(deps, request) }));
}

/**
 * Returns the administrator behind a request: `Authorization: Bearer <ADMIN_TOKEN>`, or a session of an admin. Throws Refused:
 * 401 without either, 403 for a session of another role.
 */
export async function administratorOf({ access, contexts }: Administration, request: Request): Promise<Administrator> {
  const header = request.headers.get("authorization");
  if (header !== null && access.isAdminToken(header)) return TOKEN_HOLDER;
  const signedIn = header === null ? await access.signedIn(request) : null;
  if (signedIn === null) {
    throw new Refused([refusal("admin_unauthenticated")], { "www-authenticate": 'Bearer realm="Needledrop"' });
  }
  contexts.of(request).keyId = signedIn.key.id;
  if (signedIn.role !== "admin") throw refuse("admin_only");
  return { userId: signedIn.userId, name: signedIn.name };
}

async function changedBy(deps: Administration, request: Request): Promise<ChangedBy> {
  const { userId, name } = await administratorOf(deps, request);
  const actor = { kind: "user", id: userId ?? name, name } as const;
  return { actor, requestId: deps.contexts.of(request).id };
}
