import type { Database, Statement } from "bun:sqlite";
import type { Energy, SongDocument, Vocals } from "../../schema/song.ts";
import { migrations } from "../../schema/migrations/catalog/list.ts";
import { openReadonly } from "../db/open.ts";
import { upgradeFile } from "../db/upgrade-file.ts";
import { databaseFailureOf } from "../lib/storage-failure.ts";
import { CatalogUnreadable } from "./catalog-unreadable.ts";
import { readDocuments } from "./document-store.ts";
import { catalogPath, type Generation, generationDir } from "./generation.ts";
import { listOrdinals } from "./list-store.ts";
import type { SongFilter } from "./song-filter.ts";
import type { ArtistRecord, AudioFileRecord, OwnedAudioFile, PlaylistReference, SongRecord } from "./song-record.ts";
import { parseTags } from "./tags.ts";
import { lastOrdinal, type UnmeasuredFile, unmeasuredFiles } from "./unmeasured-store.ts";

const ASKED_FILES_MAX = 1_000;

/** One page of a list. `next` is the ordinal to go on after, null at the end. */
export interface SongPage {
  readonly songs: readonly SongRecord[];
  readonly next: number | null;
}

/**
 * One open catalog generation. It never changes, so one read transaction spans its whole life: SQLite then
 * takes no lock for a query. Every method is a handful of prepared statements, however many songs it answers.
 */
export class CatalogDb {
  readonly generation: Generation;
  readonly #sqlite: Database;
  readonly #statements: Statements;
  /** A player asks for a file range by range. */
  readonly #askedFiles = new Map<string, OwnedAudioFile>();
  #isOpen = true;
  #failure: CatalogUnreadable | null = null;

  private constructor(sqlite: Database, generation: Generation) {
    this.#sqlite = sqlite;
    this.generation = generation;
    this.#statements = prepareStatements(sqlite);
  }

  /** Throws CatalogUnreadable when the generation's folder is gone, for example because two imports ended meanwhile. */
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

  /** The first failure of a query: the file is damaged, or cannot be read. */
  failure(): CatalogUnreadable | null {
    return this.#failure;
  }

  /** Whole songs by id; ids that the catalog does not have are left out. This and every other query throws CatalogUnreadable. */
  songsByIds(ids: readonly string[]): Map<string, SongRecord> {
    return this.#reading(() => {
      const rows = this.#statements.songsByIds.all(JSON.stringify([...new Set(ids)]));
      return new Map(this.#complete(rows).map((song) => [song.id, song]));
    });
  }

  /** A page of songs in the catalog's order, from after the ordinal `after` (null: from the start). */
  listSongs(filter: SongFilter, after: number | null, limit: number): SongPage {
    return this.#reading(() => {
      const ordinals = listOrdinals(this.#sqlite, filter, after, limit + 1);
      const page = ordinals.slice(0, limit);
      const rows = this.#statements.songsByOrdinals.all(JSON.stringify(page));
      return { songs: this.#complete(rows), next: ordinals.length > limit ? (page.at(-1) ?? null) : null };
    });
  }

  /** The ids of at most `limit` songs that pass the filter. */
  idsPassing(filter: SongFilter, limit: number): readonly string[] {
    return this.#reading(() => {
      const ordinals = listOrdinals(this.#sqlite, filter, null, limit);
      return this.#statements.idsOf.all(JSON.stringify(ordinals)).map((row) => row.id);
    });
  }

  audioFile(id: string): OwnedAudioFile | null {
    const known = this.#askedFiles.get(id);
    if (known !== undefined) return known;
    const row = this.#reading(() => this.#statements.audioFile.get(id));
    if (row === null) return null;
    const file = { songId: row.songId, songTitle: row.songTitle, ...audioFileOf(row) };
    if (this.#askedFiles.size >= ASKED_FILES_MAX) this.#askedFiles.clear();
    this.#askedFiles.set(id, file);
    return file;
  }

  artist(id: string): ArtistRecord | null {
    const row = this.#reading(() => this.#statements.artist.get(id));
    return row === null ? null : artistOf(row);
  }

  /** All songs in ordinal order as the ranking index reads them, a few thousand in memory at a time. */
  documents(): Iterable<SongDocument> {
    return readDocuments(this.#sqlite);
  }

  /** For the survey of what is to be measured: by ordinals, so that it goes on where it stopped. */
  unmeasuredFiles(after: number, last: number): readonly UnmeasuredFile[] {
    return this.#reading(() => unmeasuredFiles(this.#sqlite, after, last));
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
    const artists = groupByOrdinal(this.#statements.artistsOf.all(ordinals), artistOf);
    const audioFiles = groupByOrdinal(this.#statements.audioFilesOf.all(ordinals), audioFileOf);
    const playlists = groupByOrdinal(this.#statements.playlistsOf.all(ordinals), playlistOf);
    return rows.map((row) => ({
      ordinal: row.ordinal,
      id: row.id,
      title: row.title,
      description: row.description,
      energy: row.energy ?? row.energyInferred,
      isEnergyGiven: row.energy !== null,
      explicit: row.explicit === 1,
      lyrics: row.lyrics,
      isrc: row.isrc,
      releasedAt: row.releasedAt,
      bpm: row.bpm,
      keyName: row.keyName,
      keyMode: row.keyMode,
      tags: parseTags(row.tags),
      stemsPath: row.stemsPath,
      artists: artists.get(row.ordinal) ?? [],
      audioFiles: audioFiles.get(row.ordinal) ?? [],
      playlists: playlists.get(row.ordinal) ?? [],
    }));
  }
}

interface SongRow {
  readonly ordinal: number;
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly energy: Energy | null;
  readonly energyInferred: Energy;
  readonly explicit: number | null;
  readonly lyrics: string;
  readonly isrc: string | null;
  readonly releasedAt: number | null;
  readonly bpm: number | null;
  readonly keyName: string;
  readonly keyMode: string;
  readonly tags: string;
  readonly stemsPath: string | null;
}

interface ArtistRow {
  readonly ordinal: number;
  readonly id: string;
  readonly name: string;
  readonly imageUrl: string | null;
  readonly imagePath: string | null;
}

interface AudioFileRow {
  readonly ordinal: number;
  readonly songId: string;
  readonly songTitle: string;
  readonly id: string;
  readonly description: string;
  readonly vocals: Vocals | null;
  readonly duration: number | null;
  readonly stem: number;
  readonly wavPath: string | null;
  readonly mp3Path: string | null;
}

interface PlaylistRow {
  readonly ordinal: number;
  readonly id: number;
  readonly public: number;
}

interface Statements {
  readonly songsByIds: Statement<SongRow, [string]>;
  readonly songsByOrdinals: Statement<SongRow, [string]>;
  readonly idsOf: Statement<{ readonly id: string }, [string]>;
  readonly artistsOf: Statement<ArtistRow, [string]>;
  readonly audioFilesOf: Statement<AudioFileRow, [string]>;
  readonly playlistsOf: Statement<PlaylistRow, [string]>;
  readonly audioFile: Statement<AudioFileRow, [string]>;
  readonly artist: Statement<ArtistRow, [string]>;
}

const SONG_COLUMNS = `s.ordinal, s.id, s.title, s.description, s.energy, s.energy_inferred AS energyInferred,
  s.explicit, s.lyrics, s.isrc, s.released_at AS releasedAt, s.bpm, s.key_name AS keyName, s.key_mode AS keyMode,
  s.tags, s.stems_path AS stemsPath`;
const ARTIST_COLUMNS = "a.id, a.name, a.image_url AS imageUrl, a.image_path AS imagePath";
const AUDIO_FILE_COLUMNS = `f.ordinal, f.id, f.description, f.vocals, f.duration, f.stem,
  f.wav_path AS wavPath, f.mp3_path AS mp3Path`;

/**
 * Every statement, for the test of their plans. CROSS JOIN fixes the order of the loops: the list of a few ids
 * outside, one seek per entry inside.
 */
export const CATALOG_QUERIES = {
  songsByIds: `SELECT ${SONG_COLUMNS} FROM json_each(?) w CROSS JOIN songs s ON s.id = w.value`,
  songsByOrdinals: `SELECT ${SONG_COLUMNS} FROM json_each(?) w
    CROSS JOIN songs s ON s.ordinal = w.value ORDER BY w.key`,
  idsOf: "SELECT s.id FROM json_each(?) w CROSS JOIN songs s ON s.ordinal = w.value",
  artistsOf: `SELECT r.ordinal, ${ARTIST_COLUMNS} FROM json_each(?) w
    CROSS JOIN song_artists r ON r.ordinal = w.value CROSS JOIN artists a ON a.id = r.artist_id
    ORDER BY w.key, r.position`,
  audioFilesOf: `SELECT ${AUDIO_FILE_COLUMNS}, '' AS songId, '' AS songTitle FROM json_each(?) w
    CROSS JOIN audio_files f ON f.ordinal = w.value ORDER BY w.key, f.position`,
  playlistsOf: `SELECT r.ordinal, p.id, p.public FROM json_each(?) w
    CROSS JOIN song_playlists r ON r.ordinal = w.value CROSS JOIN playlists p ON p.id = r.playlist_id
    ORDER BY w.key, r.playlist_id`,
  audioFile: `SELECT ${AUDIO_FILE_COLUMNS}, s.id AS songId, s.title AS songTitle FROM audio_files f
    JOIN songs s ON s.ordinal = f.ordinal WHERE f.id = ?`,
  artist: `SELECT 0 AS ordinal, ${ARTIST_COLUMNS} FROM artists a WHERE a.id = ?`,
} as const;

function prepareStatements(sqlite: Database): Statements {
  return {
    songsByIds: sqlite.prepare(CATALOG_QUERIES.songsByIds),
    songsByOrdinals: sqlite.prepare(CATALOG_QUERIES.songsByOrdinals),
    idsOf: sqlite.prepare(CATALOG_QUERIES.idsOf),
    artistsOf: sqlite.prepare(CATALOG_QUERIES.artistsOf),
    audioFilesOf: sqlite.prepare(CATALOG_QUERIES.audioFilesOf),
    playlistsOf: sqlite.prepare(CATALOG_QUERIES.playlistsOf),
    audioFile: sqlite.prepare(CATALOG_QUERIES.audioFile),
    artist: sqlite.prepare(CATALOG_QUERIES.artist),
  };
}

function groupByOrdinal<Row extends { readonly ordinal: number }, Value>(
  rows: readonly Row[],
  valueOf: (row: Row) => Value,
): Map<number, Value[]> {
  const groups = new Map<number, Value[]>();
  for (const row of rows) {
    const group = groups.get(row.ordinal);
    if (group === undefined) groups.set(row.ordinal, [valueOf(row)]);
    else group.push(valueOf(row));
  }
  return groups;
}

function artistOf(row: ArtistRow): ArtistRecord {
  return { id: row.id, name: row.name, imageUrl: row.imageUrl, imagePath: row.imagePath };
}

function audioFileOf(row: AudioFileRow): AudioFileRecord {
  return {
    id: row.id,
    description: row.description,
    vocals: row.vocals,
    duration: row.duration,
    stem: row.stem === 1,
    wavPath: row.wavPath,
    mp3Path: row.mp3Path,
  };
}

function playlistOf(row: PlaylistRow): PlaylistReference {
  return { id: row.id, public: row.public === 1 };
}
