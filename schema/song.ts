/** Words that several features share for a song. Wire and tables spell them the same way. */

export const FACETS = ["genre", "mood", "instrument", "characteristic"] as const;
export type Facet = (typeof FACETS)[number];

/** From calm to driving; the order matters to the ranking. */
export const ENERGIES = ["very_low", "low", "medium", "high"] as const;
export type Energy = (typeof ENERGIES)[number];

/** A file's vocal degree; `instrumental` is "not lead". */
export const VOCALS = ["lead", "background", "none"] as const;
export type Vocals = (typeof VOCALS)[number];

/** Of a musical key, in the order of a ranking index's codes. */
export const MODES = ["major", "minor"] as const;
export type Mode = (typeof MODES)[number];

export type Tags = Readonly<Record<Facet, readonly string[]>>;

/** What the ranking index reads of a song: everything a brief can ask about, nothing to play or sign. */
export interface SongDocument {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly lyrics: string;
  readonly artists: readonly { readonly id: string; readonly name: string }[];
  readonly tags: Tags;
  /** As the catalog gave it; null when it is only inferred, because then it decides no constraint. */
  readonly energy: Energy | null;
  readonly energyInferred: Energy;
  readonly explicit: boolean | null;
  readonly bpm: number | null;
  readonly keyName: string;
  readonly keyMode: string;
  /** Unix seconds. */
  readonly releasedAt: number | null;
  readonly playlistIds: readonly number[];
  /** Those of its playlists that every key may see; a search by name finds no others. */
  readonly publicPlaylists?: readonly { readonly id: number; readonly name: string }[];
  readonly hasStems: boolean;
  /** In the catalog's order: the primary file first. */
  readonly audioFiles: readonly AudioFileDocument[];
}

export interface AudioFileDocument {
  readonly id: string;
  readonly vocals: Vocals | null;
  /** Seconds. */
  readonly duration: number | null;
  readonly stem: boolean;
  /** Whether the catalog names any media for it; a file without media counts but is not put forward. */
  readonly hasMedia: boolean;
  /** How the catalog names what is measured of it: the lossless source, where there is one. */
  readonly mediaRef?: string | null;
}
