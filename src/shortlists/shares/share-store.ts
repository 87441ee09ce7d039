import { and, count, desc, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import { shortlists, shortlistShares } from "../../../schema/tables/service/shortlists.ts";
import type { Reading, Writing } from "../../db/service-db.ts";
import type { ShortlistRow } from "../shortlist.ts";
import type { ShareRow } from "./share.ts";

export function insertShare(tx: Writing, row: ShareRow): void {
  tx.orm.insert(shortlistShares).values(row).run();
}

/** Returns the links of a shortlist, newest first (index shortlist_shares_by_list). */
export function sharesOf(reading: Reading, shortlistId: string): readonly ShareRow[] {
  return reading.orm
    .select()
    .from(shortlistShares)
    .where(eq(shortlistShares.shortlistId, shortlistId))
    .orderBy(desc(shortlistShares.createdAt), desc(shortlistShares.id))
    .all();
}

export function countActiveShares(reading: Reading, shortlistId: string, now: number): number {
  const row = reading.orm
    .select({ count: count() })
    .from(shortlistShares)
    .where(
      and(
        eq(shortlistShares.shortlistId, shortlistId),
        isNull(shortlistShares.revokedAt),
        gt(shortlistShares.expiresAt, now),
      ),
    )
    .get();
  return row?.count ?? 0;
}

/** Returns a link with its shortlist. */
export function findShare(
  reading: Reading,
  id: string,
): { readonly share: ShareRow; readonly shortlist: ShortlistRow } | null {
  const row = reading.orm
    .select({ share: shortlistShares, shortlist: shortlists })
    .from(shortlistShares)
    .innerJoin(shortlists, eq(shortlists.id, shortlistShares.shortlistId))
    .where(eq(shortlistShares.id, id))
    .get();
  return row ?? null;
}

export function revokeShare(tx: Writing, id: string, now: number): void {
  tx.orm
    .update(shortlistShares)
    .set({ revokedAt: now })
    .where(and(eq(shortlistShares.id, id), isNull(shortlistShares.revokedAt)))
    .run();
}

export function countOpening(tx: Writing, id: string, now: number): void {
  tx.orm
    .update(shortlistShares)
    .set({ opens: sql`${shortlistShares.opens} + 1`, lastOpenedAt: now })
    .where(eq(shortlistShares.id, id))
    .run();
}

export function deleteShares(tx: Writing, ids: readonly string[]): void {
  if (ids.length > 0)
    tx.orm
      .delete(shortlistShares)
      .where(inArray(shortlistShares.id, [...ids]))
      .run();
}
