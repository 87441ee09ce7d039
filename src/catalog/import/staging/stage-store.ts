import type { Database, Statement } from "bun:sqlite";
import { fold } from "../../fold.ts";
import type { CheckedArtist, CheckedPlaylist, CheckedSong } from "../check/checked-record.ts";
import { describeShareFault } from "../rights/share-fault.ts";
import { MultiRowInsert } from "./insert-store.ts";
import { WrittenStore } from "./written-store.ts";

/** Playlists remembered as known. Others are written again, which has no effect. */
const REMEMBERED_MAX = 100_000;

export interface StoredSong {
  readonly ordinal: number;
  readonly digest: Uint8Array;
}

export interface FileOwner {
  readonly ordinal: number;
  readonly songId: string;
}

/** Reads and writes the database of the generation under construction, which no other process opens. */
export class StageStore {
  readonly #sqlite: Database;
  readonly #lookups: Lookups;
  readonly #inserts: Inserts;
  readonly #artists: WrittenStore;
  readonly #playlists: WrittenStore;
  readonly #knownPlaylists = new Set<number>();

  constructor(sqlite: Database) {
    this.#sqlite = sqlite;
    sqlite.run("CREATE TEMP TABLE former_songs (ordinal INTEGER PRIMARY KEY, digest BLOB NOT NULL) STRICT");
    this.#lookups = prepareLookups(sqlite);
    this.#inserts = prepareInserts(sqlite);
    this.#artists = new WrittenStore(sqlite, "written_artists");
    this.#playlists = new WrittenStore(sqlite, "written_playlists");
  }

  songsById(ids: readonly string[]): Map<string, StoredSong> {
    const rows = this.#lookups.songs.all(JSON.stringify(ids));
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** Returns the owners of audio files by file id. */
  ownersOf(fileIds: readonly string[]): Map<string, FileOwner> {
    if (fileIds.length === 0) return new Map();
    return new Map(this.#lookups.owners.all(JSON.stringify(fileIds)).map((row) => [row.id, row]));
  }

  /** Returns the title of a song that was written and flushed. */
  titleOf(ordinal: number): string {
    return this.#lookups.title.get(ordinal)?.title ?? "";
  }

  ordinalOf(id: string): number | null {
    return this.#lookups.song.get(id)?.ordinal ?? null;
  }

  /** Returns the ordinal for the next new song. Ordinals of retired songs at the end are reused, because nothing refers to them. */
  nextOrdinal(): number {
    return (this.#lookups.last.get()?.last ?? -1) + 1;
  }

  /** Returns at most `limit` ordinals after `after`, ascending. */
  ordinalsAfter(after: number, limit: number): number[] {
    return this.#lookups.after.all(after, limit).map((row) => row.ordinal);
  }

  /** Returns the ids of the songs with this ordinal or a higher one. */
  songIdsFrom(ordinal: number): string[] {
    return this.#lookups.from.all(ordinal).map((row) => row.id);
  }

  /** Remembers the digest of a song before this import. Only the first call for a song counts. */
  rememberPrevious(ordinal: number, digest: Uint8Array): void {
    this.#lookups.former.run(ordinal, digest);
  }

  /** Returns how many of the remembered songs still exist with a different digest. */
  countChanged(): number {
    return this.#lookups.changed.get()?.count ?? 0;
  }

  removeSongs(ordinals: readonly number[]): void {
    if (ordinals.length === 0) return;
    const list = JSON.stringify(ordinals);
    for (const statement of this.#lookups.removals) statement.run(list);
  }

  removeFiles(ordinals: readonly number[]): void {
    this.#lookups.removeFiles.run(JSON.stringify(ordinals));
  }

  insertSong(ordinal: number, song: CheckedSong, digest: Uint8Array): void {
    this.#inserts.songs.add(
      ordinal,
      song.id,
      digest,
      song.title,
      song.description,
      song.energy,
      song.energyInferred,
      song.explicit,
      song.isrc,
      song.releasedAt,
      song.bpm,
      song.keyName,
      song.keyMode,
      JSON.stringify(song.tags),
      song.stems?.ref ?? null,
      song.lyrics,
    );
    song.artists.forEach((artist, position) => this.#inserts.songArtists.add(ordinal, position, artist.id));
    const { rights = null } = song;
    if (rights !== null) this.#inserts.songRights.add(ordinal, JSON.stringify(rights), describeShareFault(rights));
    for (const playlistId of song.playlistIds) this.#inserts.songPlaylists.add(ordinal, playlistId);
    song.audioFiles.forEach(({ id, description, vocals, duration, stem, wav, mp3 }, position) => {
      const paths = [wav?.ref ?? null, mp3?.ref ?? null];
      this.#inserts.audioFiles.add(id, ordinal, position, description, vocals, duration, stem, ...paths);
    });
  }

  /**
   * Inserts or updates an artist. A missing name or picture does not replace the stored one. Returns the other name that
   * an earlier record of this import gave the artist, or null.
   */
  putArtist(artist: CheckedArtist): string | null {
    const image = artist.image?.ref ?? null;
    const written = `${artist.name}\0${artist.imageUrl ?? ""}\0${image ?? ""}`;
    const before = this.#artists.get(artist.id);
    if (before === written) return null;
    this.#artists.set(artist.id, written);
    this.#inserts.artists.add(artist.id, artist.name, artist.imageUrl, image);
    const name = before === null ? "" : nameIn(before);
    return name === "" || artist.name === "" || fold(name) === fold(artist.name) ? null : name;
  }

  /** Returns the other playlist line of this import with the same id, as JSON, or null. */
  putPlaylist(playlist: CheckedPlaylist): string | null {
    this.#inserts.playlistReferences.flush();
    this.#inserts.playlists.add(playlist.id, playlist.name, playlist.public);
    this.#inserts.playlists.flush();
    const id = String(playlist.id);
    const written = JSON.stringify({ name: playlist.name, public: playlist.public });
    const before = this.#playlists.get(id);
    this.#playlists.set(id, written);
    return before === written ? null : before;
  }

  /** Ensures that a playlist exists. It is private and unnamed until a playlist line defines it. */
  referToPlaylist(id: number): void {
    if (this.#knownPlaylists.has(id)) return;
    if (this.#knownPlaylists.size >= REMEMBERED_MAX) this.#knownPlaylists.clear();
    this.#knownPlaylists.add(id);
    this.#inserts.playlistReferences.add(id, "", false);
  }

  flush(): void {
    for (const insert of Object.values(this.#inserts)) insert.flush();
  }

  /** Returns the number of dangling references. Any is a bug and must not reach the catalog. */
  brokenReferences(): number {
    return this.#sqlite.query("PRAGMA foreign_key_check").all().length;
  }

  finalize(): void {
    const { removals, ...single } = this.#lookups;
    for (const statement of [...removals, ...Object.values(single)]) statement.finalize();
    for (const insert of Object.values(this.#inserts)) insert.finalize();
    this.#artists.finalize();
    this.#playlists.finalize();
    this.#sqlite.run("DROP TABLE former_songs");
  }
}

/** The name in what was written for an artist. Names have no NUL. */
function nameIn(written: string): string {
  return written.slice(0, written.indexOf("\0"));
}

interface Lookups {
  readonly songs: Statement<StoredSong & { readonly id: string }, [string]>;
  readonly song: Statement<{ ordinal: number }, [string]>;
  readonly title: Statement<{ title: string }, [number]>;
  readonly owners: Statement<FileOwner & { readonly id: string }, [string]>;
  readonly last: Statement<{ last: number | null }, []>;
  readonly after: Statement<{ ordinal: number }, [number, number]>;
  readonly from: Statement<{ id: string }, [number]>;
  readonly former: Statement<unknown, [number, Uint8Array]>;
  readonly changed: Statement<{ count: number }, []>;
  readonly removeFiles: Statement<unknown, [string]>;
  readonly removals: readonly Statement<unknown, [string]>[];
}

function prepareLookups(sqlite: Database): Lookups {
  const remove = (table: string): Statement<unknown, [string]> =>
    sqlite.prepare(`DELETE FROM ${table} WHERE ordinal IN (SELECT value FROM json_each(?))`);
  return {
    songs: sqlite.prepare("SELECT s.id, s.ordinal, s.digest FROM json_each(?) w CROSS JOIN songs s ON s.id = w.value"),
    song: sqlite.prepare("SELECT ordinal FROM songs WHERE id = ?"),
    title: sqlite.prepare("SELECT title FROM songs WHERE ordinal = ?"),
    owners: sqlite.prepare(
      `SELECT f.id, f.ordinal, s.id AS songId FROM json_each(?) w
       CROSS JOIN audio_files f ON f.id = w.value CROSS JOIN songs s ON s.ordinal = f.ordinal`,
    ),
    last: sqlite.prepare("SELECT max(ordinal) AS last FROM songs"),
    after: sqlite.prepare("SELECT ordinal FROM songs WHERE ordinal > ? ORDER BY ordinal LIMIT ?"),
    from: sqlite.prepare("SELECT id FROM songs WHERE ordinal >= ? ORDER BY ordinal"),
    former: sqlite.prepare("INSERT INTO former_songs (ordinal, digest) VALUES (?, ?) ON CONFLICT DO NOTHING"),
    changed: sqlite.prepare(
      `SELECT count(*) AS count FROM former_songs f JOIN songs s ON s.ordinal = f.ordinal AND s.digest <> f.digest`,
    ),
    removeFiles: remove("audio_files"),
    removals: ["song_artists", "song_playlists", "song_rights", "audio_files", "songs"].map(remove),
  };
}

interface Inserts {
  readonly songs: MultiRowInsert;
  readonly songArtists: MultiRowInsert;
  readonly songPlaylists: MultiRowInsert;
  readonly songRights: MultiRowInsert;
  readonly audioFiles: MultiRowInsert;
  readonly artists: MultiRowInsert;
  readonly playlists: MultiRowInsert;
  readonly playlistReferences: MultiRowInsert;
}

const SONG_COLUMNS = [
  "ordinal",
  "id",
  "digest",
  "title",
  "description",
  "energy",
  "energy_inferred",
  "explicit",
  "isrc",
  "released_at",
  "bpm",
  "key_name",
  "key_mode",
  "tags",
  "stems_path",
  "lyrics",
];
const FILE_COLUMNS = ["id", "ordinal", "position", "description", "vocals", "duration", "stem", "wav_path", "mp3_path"];

function prepareInserts(sqlite: Database): Inserts {
  return {
    songs: new MultiRowInsert(sqlite, "songs", SONG_COLUMNS),
    songArtists: new MultiRowInsert(sqlite, "song_artists", ["ordinal", "position", "artist_id"]),
    songPlaylists: new MultiRowInsert(sqlite, "song_playlists", ["ordinal", "playlist_id"]),
    songRights: new MultiRowInsert(sqlite, "song_rights", ["ordinal", "rights", "fault"]),
    audioFiles: new MultiRowInsert(sqlite, "audio_files", FILE_COLUMNS),
    artists: new MultiRowInsert(
      sqlite,
      "artists",
      ["id", "name", "image_url", "image_path"],
      `ON CONFLICT (id) DO UPDATE SET name = iif(excluded.name = '', name, excluded.name),
       image_url = iif(coalesce(excluded.image_url, excluded.image_path) IS NULL, image_url, excluded.image_url),
       image_path = iif(coalesce(excluded.image_url, excluded.image_path) IS NULL, image_path, excluded.image_path)`,
    ),
    playlists: new MultiRowInsert(
      sqlite,
      "playlists",
      ["id", "name", "public"],
      "ON CONFLICT (id) DO UPDATE SET name = excluded.name, public = excluded.public",
    ),
    playlistReferences: new MultiRowInsert(sqlite, "playlists", ["id", "name", "public"], "ON CONFLICT DO NOTHING"),
  };
}
