import { and, asc, count, desc, eq, inArray, sql } from "drizzle-orm";
import { shortlistEntries, shortlists } from "../../schema/tables/service/shortlists.ts";
import type { Reading, Writing } from "../db/service-db.ts";
import type { EntryRow, ShortlistRow } from "./shortlist.ts";

/** A position in the list of a key's shortlists, which is ordered by time of creation, newest first. */
export interface ShortlistPosition {
  readonly createdAt: number;
  readonly id: string;
}

export interface CountedShortlist {
  readonly row: ShortlistRow;
  readonly entries: number;
}

export function insertShortlist(tx: Writing, row: ShortlistRow): void {
  tx.orm.insert(shortlists).values(row).run();
}

export function updateShortlist(tx: Writing, id: string, change: Partial<ShortlistRow>): void {
  tx.orm.update(shortlists).set(change).where(eq(shortlists.id, id)).run();
}

/** Deletes a shortlist with its entries. */
export function deleteShortlist(tx: Writing, id: string): void {
  tx.orm.delete(shortlists).where(eq(shortlists.id, id)).run();
}

export function countShortlists(reading: Reading, keyId: string): number {
  const row = reading.orm.select({ count: count() }).from(shortlists).where(eq(shortlists.keyId, keyId)).get();
  return row?.count ?? 0;
}

/** Returns the shortlist of a key; null also for one of another key. */
export function findShortlist(reading: Reading, keyId: string, id: string): ShortlistRow | null {
  const isOwn = and(eq(shortlists.id, id), eq(shortlists.keyId, keyId));
  return reading.orm.select().from(shortlists).where(isOwn).get() ?? null;
}

/** Returns a key's shortlists, newest first, that follow `after` (index shortlists_by_key). */
export function listShortlists(
  reading: Reading,
  keyId: string,
  { after, limit }: { readonly after: ShortlistPosition | null; readonly limit: number },
): readonly CountedShortlist[] {
  const isOwn = eq(shortlists.keyId, keyId);
  const isAfter =
    after === null
      ? isOwn
      : and(isOwn, sql`(${shortlists.createdAt}, ${shortlists.id}) < (${after.createdAt}, ${after.id})`);
  const rows = reading.orm
    .select()
    .from(shortlists)
    .where(isAfter)
    .orderBy(desc(shortlists.createdAt), desc(shortlists.id))
    .limit(limit)
    .all();
  const counts = countEntriesOf(
    reading,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ row, entries: counts.get(row.id) ?? 0 }));
}

function countEntriesOf(reading: Reading, ids: readonly string[]): ReadonlyMap<string, number> {
  if (ids.length === 0) return new Map();
  const rows = reading.orm
    .select({ id: shortlistEntries.shortlistId, count: count() })
    .from(shortlistEntries)
    .where(inArray(shortlistEntries.shortlistId, [...ids]))
    .groupBy(shortlistEntries.shortlistId)
    .all();
  return new Map(rows.map((row) => [row.id, row.count]));
}

/** Returns all entries of a shortlist in their order (index shortlist_entries_by_position). */
export function entriesOf(reading: Reading, shortlistId: string): readonly EntryRow[] {
  return reading.orm
    .select()
    .from(shortlistEntries)
    .where(eq(shortlistEntries.shortlistId, shortlistId))
    .orderBy(asc(shortlistEntries.position), asc(shortlistEntries.id))
    .all();
}

export function countEntries(reading: Reading, shortlistId: string): number {
  return countEntriesOf(reading, [shortlistId]).get(shortlistId) ?? 0;
}

export function insertEntry(tx: Writing, row: EntryRow): void {
  tx.orm.insert(shortlistEntries).values(row).run();
}

export function updateEntry(tx: Writing, id: string, change: Partial<EntryRow>): void {
  if (Object.keys(change).length > 0) {
    tx.orm.update(shortlistEntries).set(change).where(eq(shortlistEntries.id, id)).run();
  }
}

export function deleteEntry(tx: Writing, id: string): void {
  tx.orm.delete(shortlistEntries).where(eq(shortlistEntries.id, id)).run();
}

/** Writes the order of a shortlist: the positions of `ids` are 1, 2, 3 and so on. Only rows whose position changes are written. */
export function writeOrder(tx: Writing, ids: readonly string[]): void {
  for (const [index, id] of ids.entries()) {
    const position = index + 1;
    tx.orm
      .update(shortlistEntries)
      .set({ position })
      .where(and(eq(shortlistEntries.id, id), sql`${shortlistEntries.position} <> ${position}`))
      .run();
  }
}
