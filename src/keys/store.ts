import { and, asc, eq, getTableColumns, gt, isNotNull, isNull, lte, or, sql } from "drizzle-orm";
import { keyPlaylists, keys } from "../../schema/tables/service/keys.ts";
import { listInWindows, type WindowedList } from "../db/list-in-windows.ts";
import type { Reading, Writing } from "../db/service-db.ts";
import type { Steps } from "../lib/steps.ts";
import { type ApiKey, type KeyMode, keyOf, type KeyRow, type KeyState } from "./key.ts";

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

export interface KeyFilter {
  readonly state: KeyState | null;
  readonly mode: KeyMode | null;
  /** A part of the name, in any case. */
  readonly name: string | null;
}

export interface KeyPosition {
  readonly createdAt: number;
  readonly id: string;
}

interface KeyPage {
  readonly now: number;
  /** The last key of the page before. */
  readonly after: KeyPosition | null;
  readonly limit: number;
}

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

  /** Returns a page of the keys in order of creation (index keys_by_creation), in steps. */
  *page(filter: KeyFilter, { now, after, limit }: KeyPage): Steps<readonly ApiKey[]> {
    const places = yield* listInWindows(placesOfKeys(this.#reading, filter, now), { after, limit });
    return places.flatMap(({ id }) => this.find(id) ?? []);
  }

  /** Returns all keys in order of creation, for commands. */
  list(): readonly ApiKey[] {
    const rows = this.#reading.orm.select().from(keys).orderBy(asc(keys.createdAt), asc(keys.id)).all();
    return rows.map((row) => this.withPlaylists(row));
  }
}

function placesOfKeys(reading: Reading, filter: KeyFilter, now: number): WindowedList<KeyPosition, KeyPosition> {
  const { createdAt, id, name, mode } = keys;
  const isAfter = (after: KeyPosition | null) =>
    after === null ? undefined : sql`(${createdAt}, ${id}) > (${after.createdAt}, ${after.id})`;
  const isThrough = (through: KeyPosition | null) =>
    through === null ? undefined : sql`(${createdAt}, ${id}) <= (${through.createdAt}, ${through.id})`;
  const wanted = filter.name?.toLowerCase() ?? null;
  return {
    endOf: (after, size) =>
      reading.orm
        .select({ createdAt, id })
        .from(keys)
        .where(isAfter(after))
        .orderBy(asc(createdAt), asc(id))
        .limit(1)
        .offset(size - 1)
        .get() ?? null,
    rowsIn: ({ after, through, limit }) => {
      const isWanted = and(
        isAfter(after),
        isThrough(through),
        filter.mode === null ? undefined : eq(mode, filter.mode),
        filter.state === null ? undefined : isInState(filter.state, now),
      );
      const found = reading.orm
        .select({ createdAt, id, name })
        .from(keys)
        .where(isWanted)
        .orderBy(asc(createdAt), asc(id));
      if (wanted === null) return found.limit(limit).all();
      // SQLite knows the case of ASCII letters only.
      return found
        .all()
        .filter((key) => key.name.toLowerCase().includes(wanted))
        .slice(0, limit);
    },
  };
}

/** As `stateOf`. */
function isInState(state: KeyState, now: number) {
  const { revokedAt, expiresAt } = keys;
  if (state === "revoked") return isNotNull(revokedAt);
  return and(isNull(revokedAt), state === "expired" ? lte(expiresAt, now) : or(isNull(expiresAt), gt(expiresAt, now)));
}
