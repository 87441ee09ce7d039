import { asc, eq, getTableColumns } from "drizzle-orm";
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

/** A key as SQLite returns it. */
type StoredRow = Omit<KeyRow, Flag> & Readonly<Record<Flag, 0 | 1>>;
type Flag = "hasSupervisor" | "hasImages" | "hasVideo" | "hasAudio" | "hasEdits";

/** Every request reads a key, so its statements are kept: building them costs more processor time than running them. */
const READING = {
  row: `SELECT ${Object.entries(getTableColumns(keys))
    .map(([name, column]) => `${column.name} AS ${name}`)
    .join(", ")} FROM keys WHERE id = ?`,
  playlists: "SELECT playlist_id AS id FROM key_playlists WHERE key_id = ? ORDER BY playlist_id",
} as const;

/** Reads keys from the database, so that a change by another process, such as a revocation, holds at once. */
export class KeyReader {
  readonly #reading: Reading;

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  /** Returns the row with its secrets, for authentication and signing only. */
  row(id: string): KeyRow | null {
    const row = this.#reading.sqlite.query<StoredRow, [string]>(READING.row).get(id);
    if (row === null) return null;
    const { hasSupervisor, hasImages, hasVideo, hasAudio, hasEdits } = row;
    return {
      ...row,
      hasSupervisor: hasSupervisor === 1,
      hasImages: hasImages === 1,
      hasVideo: hasVideo === 1,
      hasAudio: hasAudio === 1,
      hasEdits: hasEdits === 1,
    };
  }

  find(id: string): ApiKey | null {
    const row = this.row(id);
    return row === null ? null : this.withPlaylists(row);
  }

  withPlaylists(row: KeyRow): ApiKey {
    const rows = this.#reading.sqlite.query<{ readonly id: number }, [string]>(READING.playlists).all(row.id);
    return keyOf(
      row,
      rows.map((playlist) => playlist.id),
    );
  }

  /** Returns all keys in order of creation. An installation has dozens, so they are not paged. */
  list(): readonly ApiKey[] {
    const rows = this.#reading.orm.select().from(keys).orderBy(asc(keys.createdAt), asc(keys.id)).all();
    return rows.map((row) => this.withPlaylists(row));
  }
}
