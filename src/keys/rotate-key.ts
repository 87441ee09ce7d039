import { exclusive } from "../db/exclusive.ts";
import type { Work } from "../db/work.ts";
import { type ApiKey, isUsable } from "./key.ts";
import { changeOfKey, type KeyDeps } from "./manage-keys.ts";
import { KeyReader, updateKeyRow } from "./store.ts";
import { mintToken, mintWebhookSecret } from "./token.ts";

export interface Rotation {
  readonly token: boolean;
  readonly secret: boolean;
  /** How long the replaced token is accepted, and webhooks are signed with the replaced secret, too. 0 ends both now. */
  readonly overlapMs: number;
}

export type Rotated =
  | {
      readonly outcome: "rotated";
      readonly key: ApiKey;
      /** Shown once; only its hash is stored. Null if it was not replaced. */
      readonly token: string | null;
      readonly webhookSecret: string | null;
      /** The end of the overlap in milliseconds. */
      readonly until: number;
    }
  | { readonly outcome: "ended" }
  | { readonly outcome: "missing" };

/**
 * Replaces the token, the webhook secret or both. A key has at most one replaced token and one replaced secret: what an
 * earlier rotation replaced ends now. A revoked or expired key has `ended` and is not changed.
 */
export function rotateKey(
  { db, clock, onChange }: Pick<KeyDeps, "db" | "clock" | "onChange">,
  id: string,
  { token: hasToken, secret: hasSecret, overlapMs }: Rotation,
): Promise<Rotated> {
  return db.write(function* (tx): Work<Rotated> {
    yield* exclusive(tx, changeOfKey(id));
    const reader = new KeyReader(tx);
    const row = yield* reader.row(id);
    const now = clock.now();
    if (row === null) return { outcome: "missing" };
    if (!isUsable(row, now)) return { outcome: "ended" };
    const until = now + overlapMs;
    const minted = hasToken ? mintToken(id, row.mode) : null;
    const webhookSecret = hasSecret ? mintWebhookSecret() : null;
    if (minted !== null) {
      const replaced = { previousTokenHash: row.tokenHash, previousTokenUntil: until };
      yield* updateKeyRow(tx, id, { tokenHash: minted.tokenHash, ...replaced });
    }
    if (webhookSecret !== null) {
      const replaced = { previousWebhookSecret: row.webhookSecret, previousSecretUntil: until };
      yield* updateKeyRow(tx, id, { webhookSecret, ...replaced });
    }
    const fields = [...(hasToken ? ["token"] : []), ...(hasSecret ? ["webhookSecret"] : [])];
    if (onChange !== undefined) yield* onChange(tx, { action: "key.rotated", keyId: id, fields });
    const key = yield* reader.withPlaylists((yield* reader.row(id)) ?? row);
    return { outcome: "rotated", key, token: minted?.token ?? null, webhookSecret, until };
  });
}
