import type { Reading, Writing } from "../../db/service-db.ts";
import { rows, type Work } from "../../db/work.ts";

export function* isDamaged(reading: Reading, ref: string): Work<boolean> {
  return (yield* rows(reading, DAMAGE_QUERIES.has, ref)).length > 0;
}

/** Returns the refs of damaged media that were read before this time, the longest ago first. Milliseconds since the epoch. */
export function* damagedMediaIn(
  reading: Reading,
  { before, limit }: { readonly before: number; readonly limit: number },
): Work<readonly string[]> {
  const found = yield* rows<{ readonly ref: string }>(reading, DAMAGE_QUERIES.list, before, limit);
  return found.map(({ ref }) => ref);
}

export function* countDamagedMedia(reading: Reading): Work<number> {
  const [row] = yield* rows<{ readonly count: number }>(reading, DAMAGE_QUERIES.count);
  return row?.count ?? 0;
}

export function* putDamaged(tx: Writing, ref: string, checkedAt: number): Work<void> {
  yield* rows(tx, DAMAGE_QUERIES.put, ref, checkedAt);
}

export function* deleteDamaged(tx: Writing, ref: string): Work<void> {
  yield* rows(tx, DAMAGE_QUERIES.remove, ref);
}

/** The table is small: damage is rare, and each medium is repaired or removed. */
const DAMAGE_QUERIES = {
  has: "SELECT 1 AS one FROM damaged_media WHERE ref = ?",
  list: "SELECT ref FROM damaged_media WHERE checked_at < ? ORDER BY checked_at, ref LIMIT ?",
  count: "SELECT count(*) AS count FROM damaged_media",
  put: "INSERT INTO damaged_media (ref, checked_at) VALUES (?, ?) ON CONFLICT (ref) DO UPDATE SET checked_at = excluded.checked_at",
  remove: "DELETE FROM damaged_media WHERE ref = ?",
} as const;
