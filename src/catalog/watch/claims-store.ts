import { and, count, eq, gt, inArray, isNull, lte, ne, or, type SQL } from "drizzle-orm";
import { watchSongs } from "../../../schema/tables/service/watch.ts";
import type { Reading, Writing } from "../../db/service-db.ts";
import { all, first, run, type Work } from "../../db/work.ts";

/** Rows of one statement. */
const BATCH = 500;

/** Returns the songs of a folder, with the time since when it lacks them; null while it has them. */
export function* claimsOf({ orm }: Reading, folder: string): Work<ReadonlyMap<string, number | null>> {
  const rows = yield* all(orm.select().from(watchSongs).where(eq(watchSongs.folder, folder)));
  return new Map(rows.map(({ songId, absentSince }) => [songId, absentSince]));
}

/** Returns the songs that other watched folders have. */
export function* claimsOfOthers({ orm }: Reading, folder: string): Work<ReadonlySet<string>> {
  const rows = yield* all(
    orm
      .select({ songId: watchSongs.songId })
      .from(watchSongs)
      .where(and(ne(watchSongs.folder, folder), isNull(watchSongs.absentSince))),
  );
  return new Set(rows.map(({ songId }) => songId));
}

/** Returns the songs that any watched folder has brought. */
export function* claimedSongs({ orm }: Reading): Work<ReadonlySet<string>> {
  const rows = yield* all(orm.selectDistinct({ songId: watchSongs.songId }).from(watchSongs));
  return new Set(rows.map(({ songId }) => songId));
}

/** Returns how many songs a folder has brought. */
export function* countClaims(reading: Reading, folder: string): Work<number> {
  return yield* countWhere(reading, eq(watchSongs.folder, folder));
}

/** Returns how many songs a folder has lacked since `before` or longer. A time after `now` counts: the clock was ahead. */
export function* countOverdue(
  reading: Reading,
  folder: string,
  { before, now }: { readonly before: number; readonly now: number },
): Work<number> {
  const isOverdue = or(lte(watchSongs.absentSince, before), gt(watchSongs.absentSince, now));
  return yield* countWhere(reading, and(eq(watchSongs.folder, folder), isOverdue));
}

function* countWhere({ orm }: Reading, condition: SQL | undefined): Work<number> {
  return (yield* first(orm.select({ songs: count() }).from(watchSongs).where(condition)))?.songs ?? 0;
}

/** Records that a folder has these songs, or lacks them since a time. */
export function* putClaims(
  tx: Writing,
  folder: string,
  songIds: readonly string[],
  absentSince: number | null,
): Work<void> {
  for (const some of batchesOf(songIds)) {
    yield* run(
      tx.orm
        .insert(watchSongs)
        .values(some.map((songId) => ({ folder, songId, absentSince })))
        .onConflictDoUpdate({ target: [watchSongs.folder, watchSongs.songId], set: { absentSince } }),
    );
  }
}

export function* deleteClaims(tx: Writing, folder: string, songIds: readonly string[]): Work<void> {
  for (const some of batchesOf(songIds)) {
    yield* run(
      tx.orm.delete(watchSongs).where(and(eq(watchSongs.folder, folder), inArray(watchSongs.songId, [...some]))),
    );
  }
}

/** Removes the claims of all folders to these songs. */
export function* deleteAllClaims(tx: Writing, songIds: readonly string[]): Work<void> {
  for (const some of batchesOf(songIds)) {
    yield* run(tx.orm.delete(watchSongs).where(inArray(watchSongs.songId, [...some])));
  }
}

function* batchesOf(songIds: readonly string[]): Generator<readonly string[]> {
  for (let at = 0; at < songIds.length; at += BATCH) yield songIds.slice(at, at + BATCH);
}
