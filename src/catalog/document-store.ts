import type { Database } from "bun:sqlite";
import type { SongRights } from "../../schema/rights.ts";
import type { AudioFileDocument, SongDocument } from "../../schema/song.ts";
import { parseRights } from "./parse-rights.ts";
import type { ArtistRow, AudioFileRow, PlaylistRow, SongRow } from "./song-row.ts";
import { parseTags } from "./tags.ts";

/** Songs per query, which are held in memory together. */
const CHUNK_SONGS = 2_000;

type ArtistDocument = SongDocument["artists"][number];

/** A document with the song's position in the catalog's order. */
export interface NumberedDocument extends SongDocument {
  readonly ordinal: number;
}

/** Streams the documents of all songs in ordinal order. Memory is bounded by one chunk. */
export function* readDocuments(sqlite: Database): Generator<NumberedDocument> {
  const songsAfter = sqlite.prepare<DocumentRow, [number, number]>(DOCUMENT_QUERIES.songs);
  const artistsWithin = sqlite.prepare<NamedArtistRow, [number, number]>(DOCUMENT_QUERIES.artists);
  const filesWithin = sqlite.prepare<FileRow, [number, number]>(DOCUMENT_QUERIES.files);
  const playlistsWithin = sqlite.prepare<PlaylistRow, [number, number]>(DOCUMENT_QUERIES.playlists);
  const rightsWithin = sqlite.prepare<RightsRow, [number, number]>(DOCUMENT_QUERIES.rights);
  try {
    for (let after = -1; ;) {
      const songs = songsAfter.all(after, CHUNK_SONGS);
      const last = songs.at(-1)?.ordinal;
      if (last === undefined) return;
      const artists = inOrder(artistsWithin.all(after, last), artistOf);
      const files = inOrder(filesWithin.all(after, last), fileOf);
      const playlists = inOrder(playlistsWithin.all(after, last), (row) => row);
      const rights = inOrder(rightsWithin.all(after, last), rightsIn);
      for (const song of songs) {
        const { ordinal } = song;
        const [ofSong = null] = rights(ordinal);
        yield { ...documentOf(song, artists(ordinal), files(ordinal), playlists(ordinal)), rights: ofSong };
      }
      after = last;
    }
  } finally {
    for (const statement of [songsAfter, artistsWithin, filesWithin, playlistsWithin, rightsWithin])
      statement.finalize();
  }
}

/** What lists are filtered by: a song without its texts. */
export interface FilterFacts extends Pick<
  NumberedDocument,
  "ordinal" | "tags" | "energy" | "energyInferred" | "explicit" | "bpm" | "keyName" | "keyMode" | "rights"
> {
  readonly artists: readonly { readonly id: string }[];
  readonly audioFiles: readonly Pick<AudioFileDocument, "vocals">[];
}

/** Streams what lists are filtered by, in the same order as `readDocuments` and in less than half the time. */
export function* readFilterFacts(sqlite: Database): Generator<FilterFacts> {
  const songsAfter = sqlite.prepare<FactsRow, [number, number]>(DOCUMENT_QUERIES.facts);
  const artistsWithin = sqlite.prepare<ArtistIdRow, [number, number]>(DOCUMENT_QUERIES.artistIds);
  const vocalsWithin = sqlite.prepare<VocalsRow, [number, number]>(DOCUMENT_QUERIES.vocals);
  const rightsWithin = sqlite.prepare<RightsRow, [number, number]>(DOCUMENT_QUERIES.rights);
  try {
    for (let after = -1; ;) {
      const songs = songsAfter.all(after, CHUNK_SONGS);
      const last = songs.at(-1)?.ordinal;
      if (last === undefined) return;
      const artists = inOrder(artistsWithin.all(after, last), (row) => row);
      const audioFiles = inOrder(vocalsWithin.all(after, last), (row) => row);
      const rights = inOrder(rightsWithin.all(after, last), rightsIn);
      for (const { tags, explicit, ...song } of songs) {
        yield {
          ...song,
          tags: parseTags(tags),
          explicit: explicit === null ? null : explicit === 1,
          artists: artists(song.ordinal),
          audioFiles: audioFiles(song.ordinal),
          rights: rights(song.ordinal)[0] ?? null,
        };
      }
      after = last;
    }
  } finally {
    for (const statement of [songsAfter, artistsWithin, vocalsWithin, rightsWithin]) statement.finalize();
  }
}

/** Exported for the test of the query plans. */
export const DOCUMENT_QUERIES = {
  facts: `SELECT ordinal, energy, energy_inferred AS energyInferred, explicit, bpm, key_name AS keyName,
  key_mode AS keyMode, tags FROM songs WHERE ordinal > ? ORDER BY ordinal LIMIT ?`,
  artistIds: `SELECT ordinal, artist_id AS id FROM song_artists
  WHERE ordinal > ? AND ordinal <= ? ORDER BY ordinal, position`,
  vocals: `SELECT ordinal, vocals FROM audio_files WHERE ordinal > ? AND ordinal <= ? ORDER BY ordinal, position`,
  songs: `SELECT ordinal, id, title, description, energy, energy_inferred AS energyInferred, explicit, lyrics,
  released_at AS releasedAt, bpm, key_name AS keyName, key_mode AS keyMode, tags, stems_path IS NOT NULL AS hasStems
  FROM songs WHERE ordinal > ? ORDER BY ordinal LIMIT ?`,
  artists: `SELECT r.ordinal, a.id, a.name FROM song_artists r JOIN artists a ON a.id = r.artist_id
  WHERE r.ordinal > ? AND r.ordinal <= ? ORDER BY r.ordinal, r.position`,
  files: `SELECT ordinal, id, vocals, duration, stem, coalesce(wav_path, mp3_path) AS mediaRef
  FROM audio_files WHERE ordinal > ? AND ordinal <= ? ORDER BY ordinal, position`,
  rights: "SELECT ordinal, rights FROM song_rights WHERE ordinal > ? AND ordinal <= ? ORDER BY ordinal",
  playlists: `SELECT r.ordinal, p.id, p.name, p.public FROM song_playlists r JOIN playlists p ON p.id = r.playlist_id
  WHERE r.ordinal > ? AND r.ordinal <= ? ORDER BY r.ordinal, r.playlist_id`,
} as const;

type FactsRow = Pick<
  SongRow,
  "ordinal" | "energy" | "energyInferred" | "explicit" | "bpm" | "keyName" | "keyMode" | "tags"
>;

interface ArtistIdRow {
  readonly ordinal: number;
  readonly id: string;
}

type VocalsRow = Pick<AudioFileRow, "ordinal" | "vocals">;

interface RightsRow {
  readonly ordinal: number;
  readonly rights: string;
}

type NamedArtistRow = Pick<ArtistRow, "ordinal" | "id" | "name">;

interface DocumentRow extends Omit<SongRow, "isrc" | "stemsPath"> {
  readonly hasStems: number;
}

interface FileRow extends Pick<AudioFileRow, "ordinal" | "id" | "vocals" | "duration" | "stem"> {
  readonly mediaRef: string | null;
}

/** Returns a function that reads sorted rows song by song (a merge join without a map). Call it with ascending ordinals. */
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
  row: DocumentRow,
  artists: readonly ArtistDocument[],
  audioFiles: readonly AudioFileDocument[],
  playlists: readonly PlaylistRow[],
): NumberedDocument {
  return {
    ...row,
    artists,
    tags: parseTags(row.tags),
    explicit: row.explicit === null ? null : row.explicit === 1,
    playlistIds: playlists.map(({ id }) => id),
    // Private playlists are left out, so that a brief cannot find them by name.
    publicPlaylists: playlists.filter((one) => one.public === 1).map(({ id, name }) => ({ id, name })),
    // The server builds an archive from stem files.
    hasStems: row.hasStems === 1 || audioFiles.some((file) => file.stem && file.hasMedia),
    audioFiles,
  };
}

function rightsIn({ rights }: RightsRow): SongRights {
  return parseRights(rights);
}

function artistOf({ id, name }: NamedArtistRow): ArtistDocument {
  return { id, name };
}

function fileOf({ ordinal: _ordinal, stem, ...file }: FileRow): AudioFileDocument {
  return { ...file, stem: stem === 1, hasMedia: file.mediaRef !== null };
}
