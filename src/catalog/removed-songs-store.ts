import { and, gte, inArray, lt } from "drizzle-orm";
import { settings } from "../../schema/tables/service/settings.ts";
import type { Reading, Writing } from "../db/service-db.ts";
import { all, run, type Work } from "../db/work.ts";

/** A song that an operator has taken down. No import brings it back. */
export interface RemovedSong {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly removedAt: number;
}

/** Each song is one internal setting, so that the list is part of every backup and needs no further table. */
const PREFIX = "removed song ";
/** The text after all texts with the prefix. */
const END = "removed song!";
/** Songs of one statement. */
const BATCH = 500;

const inList = and(gte(settings.name, PREFIX), lt(settings.name, END));

/** Returns the removed songs, ordered by id. */
export function* removedSongs({ orm }: Reading): Work<readonly RemovedSong[]> {
  const rows = yield* all(orm.select().from(settings).where(inList).orderBy(settings.name));
  return rows.map(({ name, value }) => ({ id: name.slice(PREFIX.length), removedAt: Number(value) }));
}

export function* removedSongIds(reading: Reading): Work<ReadonlySet<string>> {
  return new Set((yield* removedSongs(reading)).map(({ id }) => id));
}

/** Keeps the time of a song that is in the list already. */
export function* addRemovedSongs(tx: Writing, ids: readonly string[], now: number): Work<void> {
  for (const names of batchesOf(ids)) {
    const rows = names.map((name) => ({ name, value: String(now) }));
    yield* run(tx.orm.insert(settings).values(rows).onConflictDoNothing());
  }
}

export function* deleteRemovedSongs(tx: Writing, ids: readonly string[]): Work<void> {
  for (const names of batchesOf(ids)) yield* run(tx.orm.delete(settings).where(inArray(settings.name, names)));
}

function* batchesOf(ids: readonly string[]): Generator<string[]> {
  for (let at = 0; at < ids.length; at += BATCH) yield ids.slice(at, at + BATCH).map((id) => PREFIX + id);
}
