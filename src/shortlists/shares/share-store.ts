import { and, count, desc, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import { shortlists, shortlistShares } from "../../../schema/tables/service/shortlists.ts";
import type { Reading, Writing } from "../../db/service-db.ts";
import { all, first, run, type Work } from "../../db/work.ts";
import type { ShortlistRow } from "../shortlist.ts";
import type { ShareRow } from "./share.ts";

export function* insertShare(tx: Writing, row: ShareRow): Work<void> {
  yield* run(tx.orm.insert(shortlistShares).values(row));
}

/** Returns the links of a shortlist, newest first (index shortlist_shares_by_list). */
export function* sharesOf(reading: Reading, shortlistId: string): Work<readonly ShareRow[]> {
  return yield* all(
    reading.orm
      .select()
      .from(shortlistShares)
      .where(eq(shortlistShares.shortlistId, shortlistId))
      .orderBy(desc(shortlistShares.createdAt), desc(shortlistShares.id)),
  );
}

export function* countActiveShares(reading: Reading, shortlistId: string, now: number): Work<number> {
  const isActive = and(
    eq(shortlistShares.shortlistId, shortlistId),
    isNull(shortlistShares.revokedAt),
    gt(shortlistShares.expiresAt, now),
  );
  const row = yield* first(reading.orm.select({ count: count() }).from(shortlistShares).where(isActive));
  return row?.count ?? 0;
}

/** Returns a link with its shortlist. */
export function* findShare(
  reading: Reading,
  id: string,
): Work<{ readonly share: ShareRow; readonly shortlist: ShortlistRow } | null> {
  return yield* first(
    reading.orm
      .select({ share: shortlistShares, shortlist: shortlists })
      .from(shortlistShares)
      .innerJoin(shortlists, eq(shortlists.id, shortlistShares.shortlistId))
      .where(eq(shortlistShares.id, id))
      .limit(1),
  );
}

export function* revokeShare(tx: Writing, id: string, now: number): Work<void> {
  const isActive = and(eq(shortlistShares.id, id), isNull(shortlistShares.revokedAt));
  yield* run(tx.orm.update(shortlistShares).set({ revokedAt: now }).where(isActive));
}

export function* countOpening(tx: Writing, id: string, now: number): Work<void> {
  yield* run(
    tx.orm
      .update(shortlistShares)
      .set({ opens: sql`${shortlistShares.opens} + 1`, lastOpenedAt: now })
      .where(eq(shortlistShares.id, id)),
  );
}

export function* deleteShares(tx: Writing, ids: readonly string[]): Work<void> {
  if (ids.length > 0) yield* run(tx.orm.delete(shortlistShares).where(inArray(shortlistShares.id, [...ids])));
}
