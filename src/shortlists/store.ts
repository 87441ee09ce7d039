import { and, asc, count, desc, eq, inArray, sql } from "drizzle-orm";
import { shortlistEntries, shortlists } from "../../schema/tables/service/shortlists.ts";
import type { Reading, Writing } from "../db/service-db.ts";
import { all, first, rows, run, type Work } from "../db/work.ts";
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

export function* insertShortlist(tx: Writing, row: ShortlistRow): Work<void> {
  yield* run(tx.orm.insert(shortlists).values(row));
}

export function* updateShortlist(tx: Writing, id: string, change: Partial<ShortlistRow>): Work<void> {
  yield* run(tx.orm.update(shortlists).set(change).where(eq(shortlists.id, id)));
}

/** Deletes a shortlist with its entries. */
export function* deleteShortlist(tx: Writing, id: string): Work<void> {
  yield* run(tx.orm.delete(shortlists).where(eq(shortlists.id, id)));
}

export function* countShortlists(reading: Reading, keyId: string): Work<number> {
  const isOwn = eq(shortlists.keyId, keyId);
  const row = yield* first(reading.orm.select({ count: count() }).from(shortlists).where(isOwn));
  return row?.count ?? 0;
}

/** Returns the shortlist of a key; null also for one of another key. */
export function* findShortlist(reading: Reading, keyId: string, id: string): Work<ShortlistRow | null> {
  const isOwn = and(eq(shortlists.id, id), eq(shortlists.keyId, keyId));
  return yield* first(reading.orm.select().from(shortlists).where(isOwn).limit(1));
}

/** Returns a key's shortlists, newest first, that follow `after` (index shortlists_by_key). */
export function* listShortlists(
  reading: Reading,
  keyId: string,
  { after, limit }: { readonly after: ShortlistPosition | null; readonly limit: number },
): Work<readonly CountedShortlist[]> {
  const isOwn = eq(shortlists.keyId, keyId);
  const isAfter =
    after === null
      ? isOwn
      : and(isOwn, sql`(${shortlists.createdAt}, ${shortlists.id}) < (${after.createdAt}, ${after.id})`);
  const listed = yield* all(
    reading.orm
      .select()
      .from(shortlists)
      .where(isAfter)
      .orderBy(desc(shortlists.createdAt), desc(shortlists.id))
      .limit(limit),
  );
  const counts = yield* countEntriesOf(
    reading,
    listed.map(({ id }) => id),
  );
  return listed.map((row) => ({ row, entries: counts.get(row.id) ?? 0 }));
}

function* countEntriesOf(reading: Reading, ids: readonly string[]): Work<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const counted = yield* all(
    reading.orm
      .select({ id: shortlistEntries.shortlistId, count: count() })
      .from(shortlistEntries)
      .where(inArray(shortlistEntries.shortlistId, [...ids]))
      .groupBy(shortlistEntries.shortlistId),
  );
  return new Map(counted.map((row) => [row.id, row.count]));
}

/** Returns all entries of a shortlist in their order (index shortlist_entries_by_position). */
export function* entriesOf(reading: Reading, shortlistId: string): Work<readonly EntryRow[]> {
  return yield* all(
    reading.orm
      .select()
      .from(shortlistEntries)
      .where(eq(shortlistEntries.shortlistId, shortlistId))
      .orderBy(asc(shortlistEntries.position), asc(shortlistEntries.id)),
  );
}

export function* findEntry(reading: Reading, shortlistId: string, id: string): Work<EntryRow | null> {
  const isInList = and(eq(shortlistEntries.id, id), eq(shortlistEntries.shortlistId, shortlistId));
  return yield* first(reading.orm.select().from(shortlistEntries).where(isInList).limit(1));
}

export function* countEntries(reading: Reading, shortlistId: string): Work<number> {
  const counts = yield* countEntriesOf(reading, [shortlistId]);
  return counts.get(shortlistId) ?? 0;
}

export function* insertEntry(tx: Writing, row: EntryRow): Work<void> {
  yield* run(tx.orm.insert(shortlistEntries).values(row));
}

export function* updateEntry(tx: Writing, id: string, change: Partial<EntryRow>): Work<void> {
  if (Object.keys(change).length > 0) {
    yield* run(tx.orm.update(shortlistEntries).set(change).where(eq(shortlistEntries.id, id)));
  }
}

export function* deleteEntry(tx: Writing, id: string): Work<void> {
  yield* run(tx.orm.delete(shortlistEntries).where(eq(shortlistEntries.id, id)));
}

const WRITE_ORDER = {
  sqlite: `UPDATE shortlist_entries SET position = w.key + 1 FROM json_each(?) AS w
    WHERE shortlist_entries.id = w.value AND position <> w.key + 1`,
  postgres: `UPDATE shortlist_entries SET position = w.number
    FROM json_array_elements_text(?::json) WITH ORDINALITY AS w(id, number)
    WHERE shortlist_entries.id = w.id AND position <> w.number`,
} as const;

/** Writes the order of a shortlist: the positions of `ids` are 1, 2, 3 and so on. Only rows whose position changes are written. */
export function* writeOrder(tx: Writing, ids: readonly string[]): Work<void> {
  yield* rows(tx, WRITE_ORDER, JSON.stringify(ids));
}
