import type { Work } from "../db/work.ts";
import { type ApiKey, expiryOf, type KeyRow } from "./key.ts";
import type { KeyReader } from "./store.ts";
import { claimedId, hashToken, isSameHash } from "./token.ts";

const AUTHORIZATION = /^Token +(\S+)$/i;
const BEARER = /^(?:Token|Bearer) +(\S+)$/i;

export interface Authenticating {
  /** Milliseconds. */
  readonly now: number;
  /** Also accepts `Bearer`, for clients that cannot send another scheme. */
  readonly acceptsBearer?: boolean;
}

/**
 * `invalid`: the token is missing, malformed, unknown, wrong or revoked. `expired`: the token is right, but its key expired at
 * `at`. `replaced`: the token was the key's until a rotation, whose overlap ended at `at`. The holder of a token may know that.
 */
export type Authentication =
  | {
      readonly outcome: "valid";
      readonly key: ApiKey;
      /** When this token stops working, if a rotation replaced it. */
      readonly tokenUntil: number | null;
    }
  | { readonly outcome: "invalid" }
  | { readonly outcome: "expired" | "replaced"; readonly at: number };

const INVALID: Authentication = { outcome: "invalid" };

/** Returns the key of an `Authorization: Token …` header, or why there is none. */
export function* authenticate(
  keys: KeyReader,
  header: string | null,
  { now, acceptsBearer = false }: Authenticating,
): Work<Authentication> {
  const token = (acceptsBearer ? BEARER : AUTHORIZATION).exec(header?.trim() ?? "")?.[1];
  if (token === undefined) return INVALID;
  const id = claimedId(token);
  if (id === null) return INVALID;
  const row = yield* keys.row(id);
  const tokenUntil = row === null ? null : endOfToken(row, hashToken(token));
  if (row === null || tokenUntil === null || row.revokedAt !== null) return INVALID;
  const expiredAt = expiryOf(row, now);
  if (expiredAt !== null) return { outcome: "expired", at: expiredAt };
  if (tokenUntil <= now) return { outcome: "replaced", at: tokenUntil };
  return {
    outcome: "valid",
    key: yield* keys.withPlaylists(row),
    tokenUntil: Number.isFinite(tokenUntil) ? tokenUntil : null,
  };
}

/** Returns until when a token with this hash works: Infinity for the current one, null for one that is not the key's. */
function endOfToken({ tokenHash, previousTokenHash, previousTokenUntil }: KeyRow, hash: string): number | null {
  if (isSameHash(tokenHash, hash)) return Number.POSITIVE_INFINITY;
  return previousTokenHash !== null && isSameHash(previousTokenHash, hash) ? previousTokenUntil : null;
}
