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

const TOKEN_HOLDER: Administrator = { userId: null, name: "admin token" };

/**
 * Returns the administrator behind a request: `Authorization: Bearer <ADMIN_TOKEN>`, or a session of an admin. Throws Refused:
 * 401 without either, 403 for a session of another role.
 */
export function administratorOf({ access, contexts }: Administration, request: Request): Administrator {
  const header = request.headers.get("authorization");
  if (header !== null && access.isAdminToken(header)) return TOKEN_HOLDER;
  const signedIn = header === null ? access.signedIn(request) : null;
  if (signedIn === null) {
    throw new Refused([refusal("admin_unauthenticated")], { "www-authenticate": 'Bearer realm="Needledrop"' });
  }
  contexts.of(request).keyId = signedIn.key.id;
  if (signedIn.role !== "admin") throw refuse("admin_only");
  return { userId: signedIn.userId, name: signedIn.name };
}
