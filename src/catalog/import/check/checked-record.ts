import type { Energy, Tags, Vocals } from "../../../../schema/song.ts";

/** A valid, normalized record of a dump. Missing text is "", missing lists are []. */
export type CheckedRecord =
  | { readonly kind: "song"; readonly song: CheckedSong }
  | { readonly kind: "artist"; readonly artist: CheckedArtist }
  | { readonly kind: "playlist"; readonly playlist: CheckedPlaylist };

export interface CheckedSong {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly energy: Energy | null;
  readonly energyInferred: Energy;
  readonly explicit: boolean | null;
  readonly lyrics: string;
  readonly isrc: string | null;
  /** Unix seconds. */
  readonly releasedAt: number | null;
  readonly bpm: number | null;
  readonly keyName: string;
  readonly keyMode: string;
  readonly tags: Tags;
  readonly stems: MediaPath | null;
  readonly artists: readonly CheckedArtist[];
  readonly audioFiles: readonly CheckedAudioFile[];
  /** Ascending, each once. */
  readonly playlistIds: readonly number[];
}

export interface CheckedArtist {
  readonly id: string;
  /** "" if the line only refers to the artist by id. */
  readonly name: string;
  readonly imageUrl: string | null;
  readonly image: MediaPath | null;
}

export interface CheckedAudioFile {
  readonly id: string;
  readonly description: string;
  readonly vocals: Vocals | null;
  readonly duration: number | null;
  readonly stem: boolean;
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
