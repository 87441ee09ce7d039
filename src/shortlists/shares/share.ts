import { timingSafeEqual } from "node:crypto";
import type { shortlistShares } from "../../../schema/tables/service/shortlists.ts";
import { SECOND_MS } from "../../lib/clock.ts";
import { isUuid } from "../../lib/ids.ts";

export type ShareRow = typeof shortlistShares.$inferSelect;
export type ShareState = "active" | "expired" | "revoked";

/** Links of one shortlist that work at the same time. */
export const ACTIVE_SHARES_MAX = 20;
/** Links of one shortlist that are remembered. The oldest ones that do not work any more are forgotten. */
export const SHARES_KEPT_MAX = 100;

export function stateOf({ revokedAt, expiresAt }: Pick<ShareRow, "revokedAt" | "expiresAt">, now: number): ShareState {
  if (revokedAt !== null) return "revoked";
  return expiresAt <= now ? "expired" : "active";
}

/**
 * Returns the token of a shared link: id, expiry and signature. It is not stored, so a copy of the database without the secret
 * opens nothing.
 */
export function shareToken(secret: string, { id, expiresAt }: Pick<ShareRow, "id" | "expiresAt">): string {
  const expires = Math.floor(expiresAt / SECOND_MS);
  return `${id}.${expires}.${signatureOf(secret, id, expires)}`;
}

/** Returns the id in a token with a valid signature that has not expired at `now` (milliseconds); null for any other text. */
export function shareIdIn(secret: string, token: string, now: number): string | null {
  const [id = "", expiresText = "", signature = "", ...rest] = token.split(".");
  if (rest.length > 0 || !isUuid(id) || !/^[1-9]\d{0,11}$/.test(expiresText)) return null;
  const expires = Number(expiresText);
  const given = Buffer.from(signature);
  const expected = Buffer.from(signatureOf(secret, id, expires));
  const isSame = given.length === expected.length && timingSafeEqual(given, expected);
  return isSame && now < expires * SECOND_MS ? id : null;
}

/** The first line keeps the signature from being one of a media URL, which is made with the same secret. */
function signatureOf(secret: string, id: string, expires: number): string {
  return new Bun.CryptoHasher("sha256", secret).update(`shared shortlist\n${id}\n${expires}`).digest("base64url");
}
