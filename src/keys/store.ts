import { and, asc, eq, getTableColumns, gt, inArray, isNotNull, isNull, lte, or, sql } from "drizzle-orm";
import { keyPlaylists, keys } from "../../schema/tables/service/keys.ts";
import { type ListedWindows, listWindows } from "../db/list-in-windows.ts";
import type { Reading, Writing } from "../db/service-db.ts";
import { all, first, rows, run, type Work, type WorkInSteps } from "../db/work.ts";
import { type ApiKey, type KeyMode, keyOf, type KeyRow, type KeyState } from "./key.ts";

export function* insertKey(tx: Writing, row: KeyRow, playlistIds: readonly number[]): Work<void> {
  yield* run(tx.orm.insert(keys).values(row));
  yield* setPlaylists(tx, row.id, playlistIds);
}

export function* updateKeyRow(tx: Writing, id: string, change: Partial<KeyRow>): Work<void> {
  if (Object.keys(change).length > 0) yield* run(tx.orm.update(keys).set(change).where(eq(keys.id, id)));
}

export function* setPlaylists(tx: Writing, id: string, playlistIds: readonly number[]): Work<void> {
  yield* run(tx.orm.delete(keyPlaylists).where(eq(keyPlaylists.keyId, id)));
  const granted = [...new Set(playlistIds)].map((playlistId) => ({ keyId: id, playlistId }));
  if (granted.length > 0) yield* run(tx.orm.insert(keyPlaylists).values(granted));
}

/** A key as SQLite returns it. */
type StoredRow = Omit<KeyRow, Flag> & Readonly<Record<Flag, 0 | 1>>;
type Flag = "hasSupervisor" | "hasImages" | "hasVideo" | "hasAudio" | "hasEdits";

/** Every request reads a key, so its statements are kept: building them costs more processor time than running them. */
const READING = {
  row: `SELECT ${Object.entries(getTableColumns(keys))
    .map(([name, column]) => `${column.name} AS "${name}"`)
    .join(", ")} FROM keys WHERE id = ?`,
  playlists: "SELECT playlist_id AS id FROM key_playlists WHERE key_id = ? ORDER BY playlist_id",
} as const;

/** Keys whose playlists are read with one statement. */
const KEYS_AT_ONCE = 1_000;

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
  *row(id: string): Work<KeyRow | null> {
    const [row] = yield* rows<StoredRow>(this.#reading, READING.row, id);
    if (row === undefined) return null;
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

  *find(id: string): Work<ApiKey | null> {
    const row = yield* this.row(id);
    return row === null ? null : yield* this.withPlaylists(row);
  }

  /** Returns the names of keys by their ids. */
  *names(ids: readonly string[]): Work<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map();
    const { id, name } = keys;
    const found = yield* all(
      this.#reading.orm
        .select({ id, name })
        .from(keys)
        .where(inArray(id, [...ids])),
    );
    return new Map(found.map((key) => [key.id, key.name]));
  }

  *withPlaylists(row: KeyRow): Work<ApiKey> {
    const playlists = yield* rows<{ readonly id: number }>(this.#reading, READING.playlists, row.id);
    return keyOf(
      row,
      playlists.map(({ id }) => id),
    );
  }

  /** Returns a page of the keys in order of creation (index keys_by_creation), in steps. */
  *page(filter: KeyFilter, { now, after, limit }: KeyPage): WorkInSteps<readonly ApiKey[]> {
    const places = yield* listWindows(placesOfKeys(this.#reading, filter, now), { after, limit });
    const isOnPage = inArray(
      keys.id,
      places.map(({ id }) => id),
    );
    const found = yield* all(
      this.#reading.orm.select().from(keys).where(isOnPage).orderBy(asc(keys.createdAt), asc(keys.id)),
    );
    return yield* this.#withPlaylists(found);
  }

  /** Returns all keys in order of creation, for commands. */
  *list(): Work<readonly ApiKey[]> {
    const found = yield* all(this.#reading.orm.select().from(keys).orderBy(asc(keys.createdAt), asc(keys.id)));
    return yield* this.#withPlaylists(found);
  }

  *#withPlaylists(found: readonly KeyRow[]): Work<readonly ApiKey[]> {
    const granted: { readonly keyId: string; readonly playlistId: number }[] = [];
    const { keyId, playlistId } = keyPlaylists;
    for (let at = 0; at < found.length; at += KEYS_AT_ONCE) {
      const ids = found.slice(at, at + KEYS_AT_ONCE).map(({ id }) => id);
      granted.push(
        ...(yield* all(
          this.#reading.orm
            .select({ keyId, playlistId })
            .from(keyPlaylists)
            .where(inArray(keyId, ids))
            .orderBy(asc(playlistId)),
        )),
      );
    }
    const byKey = Map.groupBy(granted, (one) => one.keyId);
    return found.map((row) =>
      keyOf(
        row,
        (byKey.get(row.id) ?? []).map((one) => one.playlistId),
      ),
    );
  }
}

function placesOfKeys(reading: Reading, filter: KeyFilter, now: number): ListedWindows<KeyPosition, KeyPosition> {
  const { createdAt, id, name, mode } = keys;
  const isAfter = (after: KeyPosition | null) =>
    after === null ? undefined : sql`(${createdAt}, ${id}) > (${after.createdAt}, ${after.id})`;
  const isThrough = (through: KeyPosition | null) =>
    through === null ? undefined : sql`(${createdAt}, ${id}) <= (${through.createdAt}, ${through.id})`;
  const wanted = filter.name?.toLowerCase() ?? null;
  return {
    endOf: (after, size) =>
      first(
        reading.orm
          .select({ createdAt, id })
          .from(keys)
          .where(isAfter(after))
          .orderBy(asc(createdAt), asc(id))
          .limit(1)
          .offset(size - 1),
      ),
    *rowsIn({ after, through, limit }) {
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
      if (wanted === null) return yield* all(found.limit(limit));
      // SQLite knows the case of ASCII letters only.
      return (yield* all(found)).filter((key) => key.name.toLowerCase().includes(wanted)).slice(0, limit);
    },
  };
}

/** As `stateOf`. */
function isInState(state: KeyState, now: number) {
  const { revokedAt, expiresAt } = keys;
  if (state === "revoked") return isNotNull(revokedAt);
  return and(isNull(revokedAt), state === "expired" ? lte(expiresAt, now) : or(isNull(expiresAt), gt(expiresAt, now)));
}
