import type { SongRights } from "./rights.ts";

/** Values that several features share for a song. The wire format and the tables use the same spelling. */

export const FACETS = ["genre", "mood", "instrument", "characteristic"] as const;
export type Facet = (typeof FACETS)[number];

/** From calm to driving. The ranking depends on the order. */
export const ENERGIES = ["very_low", "low", "medium", "high"] as const;
export type Energy = (typeof ENERGIES)[number];

/** How prominent the vocals of a file are. On the wire, `instrumental` is true for `background` and `none`. */
export const VOCALS = ["lead", "background", "none"] as const;
export type Vocals = (typeof VOCALS)[number];

/**
 * How the loudness of a track develops from its start to its end: it rises, it falls, it rises and falls ("arch"), or it
 * stays level.
 */
export const MEASURED_ARCS = ["rising", "falling", "arch", "steady"] as const;
export type MeasuredArc = (typeof MEASURED_ARCS)[number];

/** Modes of a musical key, in the order of their codes in a ranking index. */
export const MODES = ["major", "minor"] as const;
export type Mode = (typeof MODES)[number];

/** A measured value and how certain it is, 0 to 1. */
export interface MeasuredValue<Value> {
  readonly value: Value;
  readonly confidence: number;
}

/** Measurements of a song's first full version that can serve plain wishes; null where the catalog states a value. */
export interface MeasuredValues {
  readonly bpm: MeasuredValue<number> | null;
  readonly mode: MeasuredValue<Mode> | null;
  readonly energy: MeasuredValue<Energy> | null;
  /** LUFS. */
  readonly loudness: number | null;
}

export type Tags = Readonly<Record<Facet, readonly string[]>>;

/** The part of a song that the ranking index reads: everything a brief can require, without media URLs. */
export interface SongDocument {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly lyrics: string;
  readonly artists: readonly { readonly id: string; readonly name: string }[];
  readonly tags: Tags;
  /** Energy from the catalog. Null if it is only inferred: inferred energy never decides a constraint. */
  readonly energy: Energy | null;
  readonly energyInferred: Energy;
  readonly explicit: boolean | null;
  readonly bpm: number | null;
  readonly keyName: string;
  readonly keyMode: string;
  /** Unix seconds. */
  readonly releasedAt: number | null;
  readonly playlistIds: readonly number[];
  /** Playlists that every key can see. A search by playlist name finds only these. */
  readonly publicPlaylists?: readonly { readonly id: number; readonly name: string }[];
  readonly hasStems: boolean;
  /** Missing or null if nothing is on file. */
  readonly rights?: SongRights | null;
  /** As measured in the first full version; null or missing if it is not measured or not clear. */
  readonly arc?: MeasuredArc | null;
  /** Missing if no full version is measured. */
  readonly measured?: MeasuredValues;
  /**
   * What the first measured full version sounds like: the bytes of schema/sound-descriptor.ts in base64, because documents are
   * sent as JSON. Missing or null if it is not measured, short or silent.
   */
  readonly descriptor?: string | null;
  /** In catalog order: the primary file comes first. */
  readonly audioFiles: readonly AudioFileDocument[];
}

export interface AudioFileDocument {
  readonly id: string;
  readonly vocals: Vocals | null;
  /** Seconds. */
  readonly duration: number | null;
  readonly stem: boolean;
  /** Whether the catalog names media for the file. A file without media counts, but is never recommended. */
  readonly hasMedia: boolean;
  /** Media ref of the source that is measured: the lossless file if there is one. */
  readonly mediaRef?: string | null;
}
