import type { ApiKey } from "./key.ts";
import type { KeyReader } from "./store.ts";
import { claimedId, hashToken, isSameHash } from "./token.ts";

const AUTHORIZATION = /^Token +(\S+)$/i;
const BEARER = /^(?:Token|Bearer) +(\S+)$/i;

export interface Authenticating {
  /** Also accepts `Bearer`, for clients that cannot send another scheme. */
  readonly acceptsBearer: boolean;
}

/**
 * Returns the key of an `Authorization: Token …` header. Null if the token is missing, malformed, unknown, wrong or
 * revoked.
 */
export function authenticate(
  keys: KeyReader,
  header: string | null,
  { acceptsBearer }: Authenticating = { acceptsBearer: false },
): ApiKey | null {
  const token = (acceptsBearer ? BEARER : AUTHORIZATION).exec(header?.trim() ?? "")?.[1];
  if (token === undefined) return null;
  const id = claimedId(token);
  if (id === null) return null;
  const row = keys.row(id);
  if (row === null || !isSameHash(row.tokenHash, hashToken(token)) || row.revokedAt !== null) return null;
  return keys.withPlaylists(row);
}
