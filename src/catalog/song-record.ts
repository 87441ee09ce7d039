import type { Energy, Tags, Vocals } from "../../schema/song.ts";

/** A whole song as the catalog has it, for others to present. Missing text is "", missing lists []. */
export interface SongRecord {
  /** The catalog's own order; lists page by it. */
  readonly ordinal: number;
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** As the dump gave it, else as tags and tempo suggest. */
  readonly energy: Energy;
  /** Whether the dump gave it. */
  readonly isEnergyGiven: boolean;
  readonly explicit: boolean;
  readonly lyrics: string;
  readonly isrc: string | null;
  /** Unix seconds. */
  readonly releasedAt: number | null;
  readonly bpm: number | null;
  readonly keyName: string;
  readonly keyMode: string;
  readonly tags: Tags;
  /** Media ref of the stems archive: `store:…` or an absolute path. */
  readonly stemsPath: string | null;
  /** In billing order. */
  readonly artists: readonly ArtistRecord[];
  /** In the dump's order: the primary file first. */
  readonly audioFiles: readonly AudioFileRecord[];
  readonly playlists: readonly PlaylistReference[];
}

export interface ArtistRecord {
  readonly id: string;
  readonly name: string;
  /** An https URL, kept as it is. */
  readonly imageUrl: string | null;
  /** Media ref of a picture that came with a dump. */
  readonly imagePath: string | null;
}

export interface AudioFileRecord {
  readonly id: string;
  readonly description: string;
  readonly vocals: Vocals | null;
  /** Seconds. */
  readonly duration: number | null;
  readonly stem: boolean;
  /** Media ref of the lossless source (WAV, AIFF or FLAC). */
  readonly wavPath: string | null;
  /** Media ref. */
  readonly mp3Path: string | null;
}

/** Whether nobody sings the lead. False where the dump does not say. */
export function isInstrumental({ vocals }: Pick<AudioFileRecord, "vocals">): boolean {
  return vocals === "background" || vocals === "none";
}

/** An audio file together with the song it belongs to. */
export interface OwnedAudioFile extends AudioFileRecord {
  readonly songId: string;
  readonly songTitle: string;
}

export interface PlaylistReference {
  readonly id: number;
  readonly public: boolean;
}
