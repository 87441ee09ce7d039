import type { UserRole } from "../../src/keys/access.ts";
import { addUser } from "../../src/users/manage-users.ts";
import type { HttpApp } from "./http-app.ts";
import { JSON_API } from "./http-app.ts";

export const PASSWORD = "a password for tests";

/** A browser's session: the headers that its requests send. */
export interface BrowserSession {
  readonly cookie: string;
  readonly csrfToken: string;
  /** The attributes of the session's document. */
  readonly attributes: Readonly<Record<string, unknown>>;
  /** The headers of a request that changes something. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends a sign-in. */
export async function signIn(app: HttpApp, attributes: object): Promise<Response> {
  const body = JSON.stringify({ data: { type: "sessions", attributes } });
  return await app.ask("/v1/session", { method: "POST", headers: { "content-type": JSON_API }, body });
}

/** Reads the session that a sign-in has started. */
export async function sessionOf(response: Response): Promise<BrowserSession> {
  const document = (await response.json()) as { data: { attributes: Readonly<Record<string, unknown>> } };
  const cookie = (response.headers.get("set-cookie") ?? "").split(";", 1)[0] ?? "";
  const { attributes } = document.data;
  const csrfToken = String(attributes["csrf_token"]);
  return { cookie, csrfToken, attributes, headers: { cookie, "x-csrf-token": csrfToken } };
}

/** Adds a user and signs in. */
export async function signedIn(app: HttpApp, role: UserRole, name = `a ${role}`): Promise<BrowserSession> {
  await addUser(app.core, { name, role, password: PASSWORD });
  return await sessionOf(await signIn(app, { name, password: PASSWORD }));
}
