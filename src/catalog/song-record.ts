import type { SongRights } from "../../schema/rights.ts";
import type { AudioFileDocument, Energy, SongDocument } from "../../schema/song.ts";

type SharedFields = "id" | "title" | "description" | "lyrics" | "releasedAt" | "bpm" | "keyName" | "keyMode" | "tags";

/** A complete song of the catalog. Missing text is "", missing lists are []. */
export interface SongRecord extends Pick<SongDocument, SharedFields> {
  /** Position in the catalog's order. Lists are paged by it. */
  readonly ordinal: number;
  /** Energy from the dump, or inferred from tags and tempo. */
  readonly energy: Energy;
  /** Whether the energy is from the dump. */
  readonly isEnergyGiven: boolean;
  readonly explicit: boolean;
  readonly isrc: string | null;
  /** Media ref of the stems archive: `store:…` or an absolute path. */
  readonly stemsPath: string | null;
  /** In billing order. */
  readonly artists: readonly ArtistRecord[];
  /** In the dump's order: the primary file comes first. */
  readonly audioFiles: readonly AudioFileRecord[];
  readonly playlists: readonly PlaylistReference[];
  /** Missing or null if nothing is on file. */
  readonly rights?: SongRights | null;
}

export interface ArtistRecord {
  readonly id: string;
  readonly name: string;
  /** An https URL, unchanged from the dump. */
  readonly imageUrl: string | null;
  /** Media ref of a picture from a dump. */
  readonly imagePath: string | null;
}

export interface AudioFileRecord extends Omit<AudioFileDocument, "hasMedia" | "mediaRef"> {
  readonly description: string;
  /** Media ref of the lossless source (WAV, AIFF or FLAC). */
  readonly wavPath: string | null;
  /** Media ref of the MP3. */
  readonly mp3Path: string | null;
}

/** Whether the file has no lead vocals. False if the dump does not say. */
export function isInstrumental({ vocals }: Pick<AudioFileRecord, "vocals">): boolean {
  return vocals === "background" || vocals === "none";
}

/** An audio file with the song that it belongs to. */
export interface OwnedAudioFile extends AudioFileRecord {
  readonly songId: string;
  readonly songTitle: string;
}

export interface PlaylistReference {
  readonly id: number;
  readonly public: boolean;
}
