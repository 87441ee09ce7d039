import type { ApiKey } from "./key.ts";

export const USER_ROLES = ["supervisor", "admin"] as const;
/** A supervisor searches, listens and keeps shortlists. An admin can also use `/v1/admin`. */
export type UserRole = (typeof USER_ROLES)[number];

/** The person behind a request with a session. */
export interface SignedIn {
  /** Null for a sign-in with the admin token. */
  readonly userId: string | null;
  readonly name: string;
  readonly role: UserRole;
  /** The key that the person acts with. */
  readonly key: ApiKey;
  readonly expiresAt: number;
  /** What unsafe requests of this session send in `X-CSRF-Token`. */
  readonly csrfToken: string;
}

/** Recognises requests that come without an API key. The feature `users` implements it. */
export interface Access {
  /**
   * Returns who sent a request, by its session cookie; null without a session that is in force. Throws Refused (403) if the
   * request can change something and lacks the session's CSRF token.
   */
  signedIn(request: Request): Promise<SignedIn | null>;
  /** Returns whether an `Authorization` header contains the admin token. */
  isAdminToken(authorization: string | null): boolean;
}
