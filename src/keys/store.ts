import { asc, eq, sql } from "drizzle-orm";
import { keyPlaylists, keys } from "../../schema/tables/service/keys.ts";
import type { Reading, Writing } from "../db/service-db.ts";
import { type ApiKey, keyOf, type KeyRow } from "./key.ts";

export function insertKey(tx: Writing, row: KeyRow, playlistIds: readonly number[]): void {
  tx.orm.insert(keys).values(row).run();
  setPlaylists(tx, row.id, playlistIds);
}

export function updateKeyRow(tx: Writing, id: string, change: Partial<KeyRow>): void {
  if (Object.keys(change).length > 0) tx.orm.update(keys).set(change).where(eq(keys.id, id)).run();
}

export function setPlaylists(tx: Writing, id: string, playlistIds: readonly number[]): void {
  tx.orm.delete(keyPlaylists).where(eq(keyPlaylists.keyId, id)).run();
  const rows = [...new Set(playlistIds)].map((playlistId) => ({ keyId: id, playlistId }));
  if (rows.length > 0) tx.orm.insert(keyPlaylists).values(rows).run();
}

/** Reads keys. Its statements are prepared once, because every request reads a key. */
export class KeyReader {
  readonly #reading: Reading;
  readonly #row;
  readonly #playlists;

  constructor(reading: Reading) {
    this.#reading = reading;
    this.#row = reading.orm
      .select()
      .from(keys)
      .where(eq(keys.id, sql.placeholder("id")))
      .prepare();
    this.#playlists = reading.orm
      .select({ id: keyPlaylists.playlistId })
      .from(keyPlaylists)
      .where(eq(keyPlaylists.keyId, sql.placeholder("id")))
      .orderBy(asc(keyPlaylists.playlistId))
      .prepare();
  }

  /** Returns the row with its secrets, for authentication and signing only. */
  row(id: string): KeyRow | null {
    return this.#row.get({ id }) ?? null;
  }

  find(id: string): ApiKey | null {
    const row = this.row(id);
    return row === null ? null : this.withPlaylists(row);
  }

  withPlaylists(row: KeyRow): ApiKey {
    return keyOf(
      row,
      this.#playlists.all({ id: row.id }).map((playlist) => playlist.id),
    );
  }

  /** Returns all keys in order of creation. An installation has dozens, so they are not paged. */
  list(): readonly ApiKey[] {
    const rows = this.#reading.orm.select().from(keys).orderBy(asc(keys.createdAt), asc(keys.id)).all();
    return rows.map((row) => this.withPlaylists(row));
  }
}
