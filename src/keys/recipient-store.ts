import { and, asc, count, eq, gt, inArray } from "drizzle-orm";
import { keys } from "../../schema/tables/service/keys.ts";
import { recipients } from "../../schema/tables/service/recipients.ts";
import { shortlistShares } from "../../schema/tables/service/shortlists.ts";
import type { Reading, Writing } from "../db/service-db.ts";
import { all, first, type Work } from "../db/work.ts";
import { assert } from "../lib/assert.ts";

type RecipientRow = typeof recipients.$inferSelect;

/** A recipient with what has become of the key or the link. */
export interface KnownRecipient extends RecipientRow {
  readonly keyName: string | null;
  readonly state: "active" | "expired" | "revoked" | "replaced" | "forgotten";
}

/** Adds a recipient and returns the number, which is never used again. */
export function* addRecipient(tx: Writing, recipient: Omit<RecipientRow, "number">): Work<number> {
  const added = yield* first(tx.orm.insert(recipients).values(recipient).returning({ number: recipients.number }));
  assert(added, "an added recipient has a number");
  return added.number;
}

/** How many recipients a key has added after `since` (milliseconds). */
export function* countRecipients({ orm }: Reading, keyId: string, since: number): Work<number> {
  const isOfKey = and(eq(recipients.keyId, keyId), gt(recipients.createdAt, since));
  const counted = yield* first(orm.select({ count: count() }).from(recipients).where(isOfKey));
  return counted?.count ?? 0;
}

/** The numbers of all recipients, also of those whose key or link has ended. */
export function* recipientNumbers({ orm }: Reading): Work<readonly number[]> {
  const rows = yield* all(orm.select({ number: recipients.number }).from(recipients).orderBy(asc(recipients.number)));
  return rows.map(({ number }) => number);
}

/** Recipients by number, as they are at `now` (milliseconds). */
export function* knownRecipients(
  { orm }: Reading,
  numbers: readonly number[],
  now: number,
): Work<ReadonlyMap<number, KnownRecipient>> {
  const rows = yield* all(
    orm
      .select({ recipient: recipients, key: keys, share: shortlistShares })
      .from(recipients)
      .leftJoin(keys, eq(keys.id, recipients.keyId))
      .leftJoin(shortlistShares, eq(shortlistShares.id, recipients.shareId))
      .where(inArray(recipients.number, [...numbers])),
  );
  return new Map(
    rows.map(({ recipient, key, share }) => {
      const isReplaced = recipient.shareId === null && key?.recipientNumber !== recipient.number;
      const ended = recipient.shareId === null ? key : share;
      const state = isReplaced ? "replaced" : stateOf(ended, now);
      return [recipient.number, { ...recipient, keyName: key?.name ?? null, state }];
    }),
  );
}

function stateOf(
  row: { readonly revokedAt: number | null; readonly expiresAt: number | null } | null,
  now: number,
): KnownRecipient["state"] {
  if (row === null) return "forgotten";
  if (row.revokedAt !== null) return "revoked";
  return row.expiresAt !== null && row.expiresAt <= now ? "expired" : "active";
}
