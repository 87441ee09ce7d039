import { hashToken } from "../keys/token.ts";

const SESSION_COOKIE = "needledrop_session";

const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Returns a new token: 256 random bits. */
export function newSessionToken(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(TOKEN_BYTES))).toString("base64url");
}

/** Returns the token in a `Cookie` header, or null. The first one counts, as it has the most specific path (RFC 6265). */
export function sessionTokenIn(header: string | null): string | null {
  for (const pair of (header ?? "").split(";")) {
    const [name = "", value = ""] = pair.split("=", 2).map((part) => part.trim());
    if (name === SESSION_COOKIE) return TOKEN.test(value) ? value : null;
  }
  return null;
}

/** Returns the CSRF token of a session. It follows from the session's token, which scripts of a page cannot read. */
export function csrfTokenOf(sessionToken: string): string {
  return hashToken(`csrf ${sessionToken}`);
}

/** Returns a `Set-Cookie` header. A lifetime of 0 removes the cookie. */
export function sessionCookie(token: string, { lifetimeMs, isSecure }: CookieOptions): string {
  const attributes = ["Path=/", `Max-Age=${Math.floor(lifetimeMs / 1_000)}`, "HttpOnly", "SameSite=Strict"];
  return [`${SESSION_COOKIE}=${token}`, ...attributes, ...(isSecure ? ["Secure"] : [])].join("; ");
}

interface CookieOptions {
  readonly lifetimeMs: number;
  readonly isSecure: boolean;
}
