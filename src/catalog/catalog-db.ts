import type { Database, Statement } from "bun:sqlite";
import type { SongDocument } from "../../schema/song.ts";
import { migrations } from "../../schema/migrations/catalog/list.ts";
import { openReadonly } from "../db/open.ts";
import { upgradeFile } from "../db/upgrade-file.ts";
import { databaseFailureOf } from "../lib/storage-failure.ts";
import { CatalogUnreadable } from "./catalog-unreadable.ts";
import { readDocuments } from "./document-store.ts";
import { catalogPath, type Generation, generationDir } from "./generation.ts";
import { listOrdinals } from "./list-store.ts";
import { ListingStore } from "./listing/listing-store.ts";
import { type RightsOnFile, rightsOnFile } from "./rights-store.ts";
import type { SongFilter } from "./song-filter.ts";
import type { ArtistRecord, AudioFileRecord, OwnedAudioFile, PlaylistReference, SongRecord } from "./song-record.ts";
import type { ArtistRow, AudioFileRow, PlaylistRow, SongRow } from "./song-row.ts";
import { type SongMediaPage, songMediaAfter } from "./song-media-store.ts";
import { parseRights } from "./parse-rights.ts";
import { parseTags } from "./tags.ts";
import { lastOrdinal, type UnmeasuredFile, unmeasuredFiles } from "./unmeasured-store.ts";

const RECENT_FILES_MAX = 1_000;

/** A page of a list. The next page starts after the ordinal `next`, which is null on the last page. */
export interface SongPage {
  readonly songs: readonly SongRecord[];
  readonly next: number | null;
}

/**
 * An open catalog generation. A generation never changes, so a single read transaction stays open until `close`, and
 * queries take no locks. The number of statements that a method runs does not depend on the number of songs.
 */
export class CatalogDb {
  readonly generation: Generation;
  readonly listing: ListingStore;
  readonly #sqlite: Database;
  readonly #statements: Statements;
  /** Recently requested files: players request the same file range by range. */
  readonly #recentFiles = new Map<string, OwnedAudioFile>();
  /** Ids of songs that an operator has taken down since this generation was written. */
  #hidden: ReadonlySet<string> = new Set();
  /** How often the hidden songs changed. */
  #hidings = 0;
  #isOpen = true;
  #failure: CatalogUnreadable | null = null;

  private constructor(sqlite: Database, generation: Generation) {
    this.#sqlite = sqlite;
    this.generation = generation;
    this.#statements = prepareStatements(sqlite);
    this.listing = new ListingStore(sqlite, (query) => this.#reading(query));
  }

  /** Throws CatalogUnreadable, for example if two later imports have removed the generation. */
  static open(dataDir: string, generation: Generation): CatalogDb {
    let sqlite: Database | null = null;
    const path = catalogPath(generationDir(dataDir, generation.number));
    try {
      upgradeFile(path, migrations);
      sqlite = openReadonly(path);
      sqlite.run("BEGIN");
      return new CatalogDb(sqlite, generation);
    } catch (error) {
      sqlite?.close();
      throw new CatalogUnreadable(path, `Generation ${generation.number} of the catalog cannot be opened`, error);
    }
  }

  /** Returns the first failure of a query: the file is damaged or unreadable. */
  failure(): CatalogUnreadable | null {
    return this.#failure;
  }

  /** Hides songs from all queries except `documents`. */
  hide(songIds: ReadonlySet<string>): void {
    if (songIds.symmetricDifference(this.#hidden).size === 0) return;
    this.#hidden = songIds;
    this.#hidings += 1;
  }

  /** Returns a text that differs from an earlier one if queries can return something else. */
  version(): string {
    return `${this.generation.number} ${this.#hidings}`;
  }

  /** The ids that `hide` was given last. */
  hiddenIds(): ReadonlySet<string> {
    return this.#hidden;
  }

  /** Returns complete songs by ordinal, in the order given. */
  songsByOrdinals(ordinals: readonly number[]): readonly SongRecord[] {
    return this.#reading(() => this.#complete(this.#statements.songsByOrdinals.all(JSON.stringify(ordinals))));
  }

  /** Returns complete songs by id, without unknown ids. Throws CatalogUnreadable, like every query. */
  songsByIds(ids: readonly string[]): Map<string, SongRecord> {
    return this.#reading(() => {
      const wanted = [...new Set(ids)].filter((id) => !this.#hidden.has(id));
      const rows = this.#statements.songsByIds.all(JSON.stringify(wanted));
      return new Map(this.#complete(rows).map((song) => [song.id, song]));
    });
  }

  /** Returns a page of songs in the catalog's order, starting after the ordinal `after`; null starts at the first song. */
  listSongs(filter: SongFilter, after: number | null, limit: number): SongPage {
    return this.#reading(() => {
      const ordinals = listOrdinals(this.#sqlite, filter, after, limit + 1);
      const page = ordinals.slice(0, limit);
      const rows = this.#statements.songsByOrdinals.all(JSON.stringify(page));
      const songs = this.#complete(rows).filter(({ id }) => !this.#hidden.has(id));
      return { songs, next: ordinals.length > limit ? (page.at(-1) ?? null) : null };
    });
  }

  /** Returns the ids of at most `limit` songs that match the filter. */
  idsPassing(filter: SongFilter, limit: number): readonly string[] {
    return this.#reading(() => {
      return this.idsOf(listOrdinals(this.#sqlite, filter, null, limit)).filter((id) => !this.#hidden.has(id));
    });
  }

  /** Returns the ids of the songs with these ordinals. */
  idsOf(ordinals: readonly number[]): readonly string[] {
    return this.#reading(() => this.#statements.idsOf.all(JSON.stringify(ordinals)).map((row) => row.id));
  }

  audioFile(id: string): OwnedAudioFile | null {
    const file = this.#audioFile(id);
    return file === null || this.#hidden.has(file.songId) ? null : file;
  }

  #audioFile(id: string): OwnedAudioFile | null {
    const known = this.#recentFiles.get(id);
    if (known !== undefined) return known;
    const row = this.#reading(() => this.#statements.audioFile.get(id));
    if (row === null) return null;
    const file = { ...audioFileOf(row), songId: row.songId, songTitle: row.songTitle };
    if (this.#recentFiles.size >= RECENT_FILES_MAX) this.#recentFiles.clear();
    this.#recentFiles.set(id, file);
    return file;
  }

  artist(id: string): ArtistRecord | null {
    return this.#reading(() => this.#statements.artist.get(id));
  }

  /** Streams the documents of all songs in ordinal order, with a few thousand in memory at a time. */
  documents(): Iterable<SongDocument> {
    return readDocuments(this.#sqlite);
  }

  /** Returns the media of a page of songs in the catalog's order, starting after the ordinal `after`. */
  songMediaAfter(after: number | null, limit: number): SongMediaPage {
    return this.#reading(() => {
      const { songs, next } = songMediaAfter(this.#sqlite, after, limit);
      return { songs: songs.filter(({ id }) => !this.#hidden.has(id)), next };
    });
  }

  /** Returns files with missing measurements, of the songs with ordinals above `after` up to `last`. */
  unmeasuredFiles(after: number, last: number): readonly UnmeasuredFile[] {
    return this.#reading(() => unmeasuredFiles(this.#sqlite, after, last));
  }

  /** Counts the songs with rights on file, and names the first songs whose shares do not add up. */
  rightsOnFile(faultsMax: number): RightsOnFile {
    return this.#reading(() => rightsOnFile(this.#sqlite, faultsMax));
  }

  /** Null for an empty catalog. */
  lastOrdinal(): number | null {
    return this.#reading(() => lastOrdinal(this.#sqlite));
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    for (const statement of Object.values(this.#statements)) statement.finalize();
    this.#sqlite.close();
  }

  #reading<Value>(query: () => Value): Value {
    try {
      return query();
    } catch (error) {
      if (databaseFailureOf(error) === null) throw error;
      const message = `generation ${this.generation.number} of the catalog cannot be read`;
      this.#failure ??= new CatalogUnreadable(this.#sqlite.filename, message, error);
      throw this.#failure;
    }
  }

  /** Adds artists, files and playlists: one query each. */
  #complete(rows: readonly SongRow[]): SongRecord[] {
    const ordinals = JSON.stringify(rows.map((row) => row.ordinal));
    const artists = Map.groupBy(this.#statements.artistsOf.all(ordinals), ordinalOf);
    const audioFiles = Map.groupBy(this.#statements.audioFilesOf.all(ordinals), ordinalOf);
    const playlists = Map.groupBy(this.#statements.playlistsOf.all(ordinals), ordinalOf);
    const rights = new Map(
      this.#statements.rightsOf.all(ordinals).map((row) => [row.ordinal, parseRights(row.rights)]),
    );
    return rows.map(({ energy, energyInferred, ...row }) => ({
      ...row,
      energy: energy ?? energyInferred,
      isEnergyGiven: energy !== null,
      explicit: row.explicit === 1,
      tags: parseTags(row.tags),
      artists: (artists.get(row.ordinal) ?? []).map(artistOf),
      audioFiles: (audioFiles.get(row.ordinal) ?? []).map(audioFileOf),
      playlists: (playlists.get(row.ordinal) ?? []).map(playlistOf),
      rights: rights.get(row.ordinal) ?? null,
    }));
  }
}

type OwnedFileRow = AudioFileRow & Pick<OwnedAudioFile, "songId" | "songTitle">;

interface Statements {
  readonly songsByIds: Statement<SongRow, [string]>;
  readonly songsByOrdinals: Statement<SongRow, [string]>;
  readonly idsOf: Statement<{ readonly id: string }, [string]>;
  readonly artistsOf: Statement<ArtistRow, [string]>;
  readonly audioFilesOf: Statement<AudioFileRow, [string]>;
  readonly playlistsOf: Statement<Omit<PlaylistRow, "name">, [string]>;
  readonly rightsOf: Statement<{ readonly ordinal: number; readonly rights: string }, [string]>;
  readonly audioFile: Statement<OwnedFileRow, [string]>;
  readonly artist: Statement<ArtistRecord, [string]>;
}

const SONG_COLUMNS = `s.ordinal, s.id, s.title, s.description, s.energy, s.energy_inferred AS energyInferred,
  s.explicit, s.lyrics, s.isrc, s.released_at AS releasedAt, s.bpm, s.key_name AS keyName, s.key_mode AS keyMode,
  s.tags, s.stems_path AS stemsPath`;
const ARTIST_COLUMNS = "a.id, a.name, a.image_url AS imageUrl, a.image_path AS imagePath";
const AUDIO_FILE_COLUMNS = `f.ordinal, f.id, f.description, f.vocals, f.duration, f.stem,
  f.wav_path AS wavPath, f.mp3_path AS mp3Path`;

/**
 * Exported for the test of the query plans. CROSS JOIN fixes the order of the loops: the outer loop reads the list of ids,
 * the inner loop seeks one row per id.
 */
export const CATALOG_QUERIES = {
  songsByIds: `SELECT ${SONG_COLUMNS} FROM json_each(?) w CROSS JOIN songs s ON s.id = w.value`,
  songsByOrdinals: `SELECT ${SONG_COLUMNS} FROM json_each(?) w
    CROSS JOIN songs s ON s.ordinal = w.value ORDER BY w.key`,
  idsOf: "SELECT s.id FROM json_each(?) w CROSS JOIN songs s ON s.ordinal = w.value",
  artistsOf: `SELECT r.ordinal, ${ARTIST_COLUMNS} FROM json_each(?) w
    CROSS JOIN song_artists r ON r.ordinal = w.value CROSS JOIN artists a ON a.id = r.artist_id
    ORDER BY w.key, r.position`,
  audioFilesOf: `SELECT ${AUDIO_FILE_COLUMNS} FROM json_each(?) w
    CROSS JOIN audio_files f ON f.ordinal = w.value ORDER BY w.key, f.position`,
  playlistsOf: `SELECT r.ordinal, p.id, p.public FROM json_each(?) w
    CROSS JOIN song_playlists r ON r.ordinal = w.value CROSS JOIN playlists p ON p.id = r.playlist_id
    ORDER BY w.key, r.playlist_id`,
  rightsOf: "SELECT r.ordinal, r.rights FROM json_each(?) w CROSS JOIN song_rights r ON r.ordinal = w.value",
  audioFile: `SELECT ${AUDIO_FILE_COLUMNS}, s.id AS songId, s.title AS songTitle FROM audio_files f
    JOIN songs s ON s.ordinal = f.ordinal WHERE f.id = ?`,
  artist: `SELECT ${ARTIST_COLUMNS} FROM artists a WHERE a.id = ?`,
} as const;

function prepareStatements(sqlite: Database): Statements {
  return {
    songsByIds: sqlite.prepare(CATALOG_QUERIES.songsByIds),
    songsByOrdinals: sqlite.prepare(CATALOG_QUERIES.songsByOrdinals),
    idsOf: sqlite.prepare(CATALOG_QUERIES.idsOf),
    artistsOf: sqlite.prepare(CATALOG_QUERIES.artistsOf),
    audioFilesOf: sqlite.prepare(CATALOG_QUERIES.audioFilesOf),
    playlistsOf: sqlite.prepare(CATALOG_QUERIES.playlistsOf),
    rightsOf: sqlite.prepare(CATALOG_QUERIES.rightsOf),
    audioFile: sqlite.prepare(CATALOG_QUERIES.audioFile),
    artist: sqlite.prepare(CATALOG_QUERIES.artist),
  };
}

function ordinalOf(row: { readonly ordinal: number }): number {
  return row.ordinal;
}

function artistOf({ ordinal: _ordinal, ...artist }: ArtistRow): ArtistRecord {
  return artist;
}

function audioFileOf({ ordinal: _ordinal, stem, ...file }: AudioFileRow): AudioFileRecord {
  return { ...file, stem: stem === 1 };
}

function playlistOf(row: Omit<PlaylistRow, "name">): PlaylistReference {
  return { id: row.id, public: row.public === 1 };
}
