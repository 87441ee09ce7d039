import type { Energy, Tags, Vocals } from "../../../../schema/song.ts";

/** A record of a dump that is good: normalized, and all its rules held. Missing text is "", missing lists []. */
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
  /** "" where the line only refers to the artist. */
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

/** A path to media: where in the record it stands, as it was written, and what it means on this machine. */
export interface MediaPath {
  readonly field: string;
  readonly given: string;
  readonly absolute: string;
  /** The dump's folder, which the path must not leave. */
  readonly folder: string;
  readonly isImage: boolean;
  /** How the catalog names it: the absolute path, or `store:…` once it has been taken into the store. */
  readonly ref: string;
}

/** A part of a demonstration song: no file to look for or to take into the store. */
export interface RenderedMedium {
  /** As the dump gives it; see `RenderedRef` in schema/media-ref.ts. */
  readonly ref: string;
}

/** Why a record is rejected. Thrown by the checks and caught where a record is taken. */
export class RecordFault extends Error {
  readonly field: string;

  constructor(field: string, reason: string) {
    super(reason);
    this.name = "RecordFault";
    this.field = field;
  }
}

/** Where it is told that a value was cut or left out: in the report by its field, and counted by its summary. */
export interface NotePlace {
  note(field: string, reason: string, summary: string): void;
}

/** What the checks need besides a record: its folder, and where to report what they corrected. */
export interface RecordPlace extends NotePlace {
  /** The folder that media paths are relative to. */
  readonly folder: string;
  /** Only the demonstration catalog may name media that are rendered on request. */
  readonly isDemonstration?: boolean;
  warn(message: string): void;
}
