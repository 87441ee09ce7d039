import type { AudioFileDocument, SongDocument } from "../../../../schema/song.ts";
import type { ArtistRecord } from "../../song-record.ts";

/** A valid, normalized record of a dump. Missing text is "", missing lists are []. */
export type CheckedRecord =
  | { readonly kind: "song"; readonly song: CheckedSong }
  | { readonly kind: "artist"; readonly artist: CheckedArtist }
  | { readonly kind: "playlist"; readonly playlist: CheckedPlaylist };

/** `playlistIds` are ascending and distinct. */
export interface CheckedSong extends Omit<SongDocument, "artists" | "audioFiles" | "hasStems" | "publicPlaylists"> {
  readonly isrc: string | null;
  readonly stems: MediaPath | null;
  readonly artists: readonly CheckedArtist[];
  readonly audioFiles: readonly CheckedAudioFile[];
}

/** `name` is "" if the line only refers to the artist by id. */
export interface CheckedArtist extends Omit<ArtistRecord, "imagePath"> {
  readonly image: MediaPath | null;
}

export interface CheckedAudioFile extends Omit<AudioFileDocument, "hasMedia" | "mediaRef"> {
  readonly description: string;
  readonly wav: MediaPath | RenderedMedium | null;
  readonly mp3: MediaPath | null;
}

export interface CheckedPlaylist {
  readonly id: number;
  readonly name: string;
  readonly public: boolean;
}

/** A path to a media file that a record names. */
export interface MediaPath {
  /** The field of the record. */
  readonly field: string;
  /** The path as the dump has it. */
  readonly given: string;
  readonly absolute: string;
  /** The dump's folder, which the path must not leave. */
  readonly folder: string;
  readonly isImage: boolean;
  /** Media ref: the absolute path, or `store:…` after the file was copied or linked into the store. */
  readonly ref: string;
}

/** A part of a demonstration song. It is rendered on request and has no file. */
export interface RenderedMedium {
  /** Media ref as the dump has it; see `RenderedRef` in schema/media-ref.ts. */
  readonly ref: string;
}

/** The reason why a record is rejected. */
export class RecordFault extends Error {
  readonly field: string;

  constructor(field: string, reason: string) {
    super(reason);
    this.name = "RecordFault";
    this.field = field;
  }
}

/** Receives notes about values that were cut or left out. The report lists them by field; warnings count them by summary. */
export interface NoteSink {
  note(field: string, reason: string, summary: string): void;
}

/** Context of the record that is checked. */
export interface RecordContext extends NoteSink {
  /** Media paths are relative to this folder. */
  readonly folder: string;
  /** Only the demonstration catalog can name media that are rendered on request. */
  readonly isDemonstration?: boolean;
  warn(message: string): void;
}
