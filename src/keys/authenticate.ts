import type { ApiKey } from "./key.ts";
import type { KeyReader } from "./store.ts";
import { claimedId, hashToken, isSameHash } from "./token.ts";

const AUTHORIZATION = /^Token +(\S+)$/i;

/** Returns the key of an `Authorization: Token …` header. Null if the token is missing, malformed, unknown, wrong or revoked. */
export function authenticate(keys: KeyReader, header: string | null): ApiKey | null {
  const token = AUTHORIZATION.exec(header?.trim() ?? "")?.[1];
  if (token === undefined) return null;
  const id = claimedId(token);
  if (id === null) return null;
  const row = keys.row(id);
  if (row === null || !isSameHash(row.tokenHash, hashToken(token)) || row.revokedAt !== null) return null;
  return keys.withPlaylists(row);
}
