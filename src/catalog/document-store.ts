import type { Database } from "bun:sqlite";
import type { AudioFileDocument, Energy, SongDocument, Vocals } from "../../schema/song.ts";
import { parseTags } from "./tags.ts";

/** Songs held in memory at a time while streaming. */
const CHUNK_SONGS = 2_000;

type ArtistDocument = SongDocument["artists"][number];

/** A document with its song's place in the catalog's own order. */
export interface NumberedDocument extends SongDocument {
  readonly ordinal: number;
}

/** Streams all songs in ordinal order as the ranking index reads them. Memory is bounded by one chunk. */
export function* readDocuments(sqlite: Database): Generator<NumberedDocument> {
  const songsAfter = sqlite.prepare<SongRow, [number, number]>(DOCUMENT_QUERIES.songs);
  const artistsWithin = sqlite.prepare<ArtistRow, [number, number]>(DOCUMENT_QUERIES.artists);
  const filesWithin = sqlite.prepare<FileRow, [number, number]>(DOCUMENT_QUERIES.files);
  const playlistsWithin = sqlite.prepare<PlaylistRow, [number, number]>(DOCUMENT_QUERIES.playlists);
  try {
    for (let after = -1; ;) {
      const songs = songsAfter.all(after, CHUNK_SONGS);
      const last = songs.at(-1)?.ordinal;
      if (last === undefined) return;
      const artists = inOrder(artistsWithin.all(after, last), artistOf);
      const files = inOrder(filesWithin.all(after, last), fileOf);
      const playlists = inOrder(playlistsWithin.all(after, last), (row) => row);
      for (const song of songs) {
        yield documentOf(song, artists(song.ordinal), files(song.ordinal), playlists(song.ordinal));
      }
      after = last;
    }
  } finally {
    for (const statement of [songsAfter, artistsWithin, filesWithin, playlistsWithin]) statement.finalize();
  }
}

/** Every statement, for the test of their plans. */
export const DOCUMENT_QUERIES = {
  songs: `SELECT ordinal, id, title, description, energy, energy_inferred AS energyInferred, explicit, lyrics,
  released_at AS releasedAt, bpm, key_name AS keyName, key_mode AS keyMode, tags, stems_path IS NOT NULL AS hasStems
  FROM songs WHERE ordinal > ? ORDER BY ordinal LIMIT ?`,
  artists: `SELECT r.ordinal, a.id, a.name FROM song_artists r JOIN artists a ON a.id = r.artist_id
  WHERE r.ordinal > ? AND r.ordinal <= ? ORDER BY r.ordinal, r.position`,
  files: `SELECT ordinal, id, vocals, duration, stem, coalesce(wav_path, mp3_path) AS mediaRef
  FROM audio_files WHERE ordinal > ? AND ordinal <= ? ORDER BY ordinal, position`,
  playlists: `SELECT r.ordinal, p.id, p.name, p.public FROM song_playlists r JOIN playlists p ON p.id = r.playlist_id
  WHERE r.ordinal > ? AND r.ordinal <= ? ORDER BY r.ordinal, r.playlist_id`,
} as const;

interface SongRow {
  readonly ordinal: number;
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly energy: Energy | null;
  readonly energyInferred: Energy;
  readonly explicit: number | null;
  readonly lyrics: string;
  readonly releasedAt: number | null;
  readonly bpm: number | null;
  readonly keyName: string;
  readonly keyMode: string;
  readonly tags: string;
  readonly hasStems: number;
}

interface ArtistRow extends ArtistDocument {
  readonly ordinal: number;
}

interface FileRow {
  readonly ordinal: number;
  readonly id: string;
  readonly vocals: Vocals | null;
  readonly duration: number | null;
  readonly stem: number;
  readonly mediaRef: string | null;
}

interface PlaylistRow {
  readonly ordinal: number;
  readonly id: number;
  readonly name: string;
  readonly public: number;
}

/** Rows sorted by ordinal, taken song by song: a merge join, so that no map is built. Ordinals must be asked for in order. */
function inOrder<Row extends { readonly ordinal: number }, Value>(
  rows: readonly Row[],
  valueOf: (row: Row) => Value,
): (ordinal: number) => Value[] {
  let at = 0;
  return (ordinal) => {
    const values: Value[] = [];
    for (let row = rows[at]; row !== undefined && row.ordinal === ordinal; row = rows[++at]) values.push(valueOf(row));
    return values;
  };
}

function documentOf(
  row: SongRow,
  artists: readonly ArtistDocument[],
  audioFiles: readonly AudioFileDocument[],
  playlists: readonly PlaylistRow[],
): NumberedDocument {
  return {
    ordinal: row.ordinal,
    id: row.id,
    title: row.title,
    description: row.description,
    lyrics: row.lyrics,
    artists,
    tags: parseTags(row.tags),
    energy: row.energy,
    energyInferred: row.energyInferred,
    explicit: row.explicit === null ? null : row.explicit === 1,
    bpm: row.bpm,
    keyName: row.keyName,
    keyMode: row.keyMode,
    releasedAt: row.releasedAt,
    playlistIds: playlists.map(({ id }) => id),
    // A private playlist is no secret that a brief could ask for by name.
    publicPlaylists: playlists.filter((one) => one.public === 1).map(({ id, name }) => ({ id, name })),
    // Of stem files an archive is made.
    hasStems: row.hasStems === 1 || audioFiles.some((file) => file.stem && file.hasMedia),
    audioFiles,
  };
}

function artistOf(row: ArtistRow): ArtistDocument {
  return { id: row.id, name: row.name };
}

function fileOf(row: FileRow): AudioFileDocument {
  return {
    id: row.id,
    vocals: row.vocals,
    duration: row.duration,
    stem: row.stem === 1,
    hasMedia: row.mediaRef !== null,
    mediaRef: row.mediaRef,
  };
}
