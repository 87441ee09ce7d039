import type { Database } from "bun:sqlite";
import { BLOCKS_MAX } from "../filter-block.ts";
import { firstKeys, LIST_QUERIES, type TermGroup, termGroups } from "../list-store.ts";
import type { SongFilter } from "../song-filter.ts";
import type { AudioFileRow, SongRow } from "../song-row.ts";

/** A song as lists filter and sort it. */
export interface ListedSong extends Pick<
  SongRow,
  "ordinal" | "title" | "bpm" | "keyName" | "keyMode" | "energy" | "energyInferred" | "releasedAt" | "isrc"
> {
  /** Full versions, in catalog order. */
  readonly files: readonly ListedFile[];
  readonly playlistIds: readonly number[];
}

export interface ListedFile extends Pick<AudioFileRow, "ordinal" | "vocals" | "duration"> {
  /** Media ref of the source that is measured. */
  readonly mediaRef: string | null;
}

export interface ListedPlaylist {
  readonly id: number;
  readonly name: string;
  readonly isPublic: boolean;
}

/** A value that songs are filtered by, and the number of its songs. */
export interface FilterTerm {
  readonly id: number;
  readonly folded: string;
  readonly songs: number;
}

/** Exported for the test of the query plans. */
export const LISTING_QUERIES = {
  songs: `SELECT ordinal, title, energy, energy_inferred AS energyInferred, isrc, released_at AS releasedAt, bpm,
    key_name AS keyName, key_mode AS keyMode FROM songs WHERE ordinal > ? ORDER BY ordinal LIMIT ?`,
  files: `SELECT ordinal, vocals, duration, coalesce(wav_path, mp3_path) AS mediaRef FROM audio_files
    WHERE ordinal > ? AND ordinal <= ? AND stem = 0 ORDER BY ordinal, position`,
  memberships: `SELECT ordinal, playlist_id AS playlistId FROM song_playlists
    WHERE ordinal > ? AND ordinal <= ? ORDER BY ordinal, playlist_id`,
  lastOrdinal: "SELECT max(ordinal) AS last FROM songs",
  ordinalsOfIds: "SELECT s.ordinal FROM json_each(?) w CROSS JOIN songs s ON s.id = w.value",
  isrcs: `SELECT s.ordinal FROM json_each(?1) w CROSS JOIN songs s ON s.ordinal = w.value
    WHERE s.isrc IN (SELECT value FROM json_each(?2))`,
  terms: "SELECT id, folded, songs FROM filter_terms WHERE kind = ?",
  term: "SELECT id, folded, songs FROM filter_terms WHERE kind = ? AND folded = ?",
  termBlocks: `SELECT key % ${BLOCKS_MAX} AS block, offsets FROM filter_blocks WHERE key >= ? AND key < ?`,
  playlists: `SELECT id, name, public FROM playlists
    WHERE id > ?1 AND (public = 1 OR id IN (SELECT value FROM json_each(?3))) ORDER BY id LIMIT ?2`,
  playlistCount: `SELECT count(*) AS count FROM playlists
    WHERE public = 1 OR id IN (SELECT value FROM json_each(?))`,
  playlist: "SELECT id, name, public FROM playlists WHERE id = ?",
} as const;

type PlaylistRow = Omit<ListedPlaylist, "isPublic"> & { readonly public: number };

/** The queries of lists, facets and playlists, in pieces that take a few milliseconds at most. */
export class ListingStore {
  readonly #sqlite: Database;
  readonly #reading: <Value>(query: () => Value) => Value;

  /** `reading` runs a query and names the catalog if it fails. */
  constructor(sqlite: Database, reading: <Value>(query: () => Value) => Value) {
    this.#sqlite = sqlite;
    this.#reading = reading;
  }

  /** Returns at most `limit` songs with ordinals above `after`. */
  songsAfter(after: number, limit: number): readonly ListedSong[] {
    return this.#reading(() => {
      const songs = this.#sqlite
        .query<Omit<ListedSong, "files" | "playlistIds">, [number, number]>(LISTING_QUERIES.songs)
        .all(after, limit);
      const last = songs.at(-1)?.ordinal ?? after;
      const files = Map.groupBy(
        this.#sqlite.query<ListedFile, [number, number]>(LISTING_QUERIES.files).all(after, last),
        ({ ordinal }) => ordinal,
      );
      const playlists = Map.groupBy(
        this.#sqlite
          .query<{ ordinal: number; playlistId: number }, [number, number]>(LISTING_QUERIES.memberships)
          .all(after, last),
        ({ ordinal }) => ordinal,
      );
      return songs.map((song) => ({
        ...song,
        files: files.get(song.ordinal) ?? [],
        playlistIds: (playlists.get(song.ordinal) ?? []).map(({ playlistId }) => playlistId),
      }));
    });
  }

  /** Null for an empty catalog. */
  lastOrdinal(): number | null {
    return this.#reading(
      () => this.#sqlite.query<{ last: number | null }, []>(LISTING_QUERIES.lastOrdinal).get()?.last ?? null,
    );
  }

  /** Returns the ordinals of the songs with these ids, without unknown ids. */
  ordinalsOfIds(ids: Iterable<string>): readonly number[] {
    return this.#reading(() =>
      this.#sqlite
        .query<{ ordinal: number }, [string]>(LISTING_QUERIES.ordinalsOfIds)
        .all(JSON.stringify([...ids]))
        .map(({ ordinal }) => ordinal),
    );
  }

  /** Returns those of the songs that have one of the codes. */
  withIsrc(ordinals: readonly number[], isrcs: readonly string[]): readonly number[] {
    return this.#reading(() =>
      this.#sqlite
        .query<{ ordinal: number }, [string, string]>(LISTING_QUERIES.isrcs)
        .all(JSON.stringify(ordinals), JSON.stringify(isrcs))
        .map(({ ordinal }) => ordinal),
    );
  }

  /** Returns the terms that each member of a filter accepts. */
  groupsOf(filter: SongFilter): readonly TermGroup[] {
    return this.#reading(() => termGroups(this.#sqlite, filter));
  }

  /** Returns the encoded songs of one block of a group. */
  groupBlock(group: TermGroup, block: number): readonly Uint8Array[] {
    return this.#reading(() =>
      this.#sqlite
        .query<{ offsets: Uint8Array }, [string, number]>(LIST_QUERIES.block)
        .all(firstKeys(group), block)
        .map(({ offsets }) => offsets),
    );
  }

  termsOf(kind: string): readonly FilterTerm[] {
    return this.#reading(() => this.#sqlite.query<FilterTerm, [string]>(LISTING_QUERIES.terms).all(kind));
  }

  term(kind: string, folded: string): FilterTerm | null {
    return this.#reading(() =>
      this.#sqlite.query<FilterTerm, [string, string]>(LISTING_QUERIES.term).get(kind, folded),
    );
  }

  /** Returns all encoded songs of a term, by block. */
  termBlocks(termId: number): readonly { readonly block: number; readonly offsets: Uint8Array }[] {
    return this.#reading(() =>
      this.#sqlite
        .query<{ block: number; offsets: Uint8Array }, [number, number]>(LISTING_QUERIES.termBlocks)
        .all(termId * BLOCKS_MAX, (termId + 1) * BLOCKS_MAX),
    );
  }

  /** Returns at most `limit` playlists with ids above `after` that are public or `granted`, in the order of their ids. */
  playlistsAfter(after: number, limit: number, granted: readonly number[]): readonly ListedPlaylist[] {
    return this.#reading(() =>
      this.#sqlite
        .query<PlaylistRow, [number, number, string]>(LISTING_QUERIES.playlists)
        .all(after, limit, JSON.stringify(granted))
        .map(playlistOf),
    );
  }

  /** Returns how many playlists are public or `granted`. */
  countPlaylists(granted: readonly number[]): number {
    return this.#reading(
      () =>
        this.#sqlite.query<{ count: number }, [string]>(LISTING_QUERIES.playlistCount).get(JSON.stringify(granted))
          ?.count ?? 0,
    );
  }

  playlist(id: number): ListedPlaylist | null {
    return this.#reading(() => {
      const row = this.#sqlite.query<PlaylistRow, [number]>(LISTING_QUERIES.playlist).get(id);
      return row === null ? null : playlistOf(row);
    });
  }
}

function playlistOf({ id, name, public: isPublic }: PlaylistRow): ListedPlaylist {
  return { id, name, isPublic: isPublic === 1 };
}
