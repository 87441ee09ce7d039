import type { Reading, Writing } from "../../db/service-db.ts";

export function isDamaged({ sqlite }: Reading, ref: string): boolean {
  return sqlite.query<{ one: number }, [string]>(DAMAGE_QUERIES.has).get(ref) !== null;
}

/** Returns the refs of damaged media that were read before this time, the longest ago first. Milliseconds since the epoch. */
export function damagedMediaIn(
  { sqlite }: Reading,
  { before, limit }: { readonly before: number; readonly limit: number },
): readonly string[] {
  const rows = sqlite.query<{ ref: string }, [number, number]>(DAMAGE_QUERIES.list).all(before, limit);
  return rows.map(({ ref }) => ref);
}

export function countDamagedMedia({ sqlite }: Reading): number {
  return sqlite.query<{ count: number }, []>(DAMAGE_QUERIES.count).get()?.count ?? 0;
}

export function putDamaged({ sqlite }: Writing, ref: string, checkedAt: number): void {
  sqlite.query(DAMAGE_QUERIES.put).run(ref, checkedAt);
}

export function deleteDamaged({ sqlite }: Writing, ref: string): void {
  sqlite.query(DAMAGE_QUERIES.remove).run(ref);
}

/** The table is small: damage is rare, and each medium is repaired or removed. */
const DAMAGE_QUERIES = {
  has: "SELECT 1 AS one FROM damaged_media WHERE ref = ?",
  list: "SELECT ref FROM damaged_media WHERE checked_at < ? ORDER BY checked_at, ref LIMIT ?",
  count: "SELECT count(*) AS count FROM damaged_media",
  put: "INSERT INTO damaged_media (ref, checked_at) VALUES (?, ?) ON CONFLICT (ref) DO UPDATE SET checked_at = excluded.checked_at",
  remove: "DELETE FROM damaged_media WHERE ref = ?",
} as const;
