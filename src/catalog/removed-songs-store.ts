import { and, eq, gte, lt } from "drizzle-orm";
import { settings } from "../../schema/tables/service/settings.ts";
import type { Reading, Writing } from "../db/service-db.ts";

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

const inList = and(gte(settings.name, PREFIX), lt(settings.name, END));

/** Returns the removed songs, ordered by id. */
export function removedSongs({ orm }: Reading): readonly RemovedSong[] {
  const rows = orm.select().from(settings).where(inList).orderBy(settings.name).all();
  return rows.map(({ name, value }) => ({ id: name.slice(PREFIX.length), removedAt: Number(value) }));
}

export function removedSongIds(reading: Reading): ReadonlySet<string> {
  return new Set(removedSongs(reading).map(({ id }) => id));
}

/** Keeps the time of a song that is in the list already. */
export function addRemovedSongs(tx: Writing, ids: readonly string[], now: number): void {
  for (const id of ids) {
    tx.orm
      .insert(settings)
      .values({ name: PREFIX + id, value: String(now) })
      .onConflictDoNothing()
      .run();
  }
}

export function deleteRemovedSongs(tx: Writing, ids: readonly string[]): void {
  for (const id of ids)
    tx.orm
      .delete(settings)
      .where(eq(settings.name, PREFIX + id))
      .run();
}
