import type { NumberList } from "./growable.ts";
import type { SongColumns } from "./song-columns.ts";

/** All songs of an index before packing, in the order in which they were added. */
export interface GatheredSongs {
  readonly terms: readonly string[];
  readonly frequency: Uint32Array;
  /** The display name of each whole tag, by term. */
  readonly tagNames: ReadonlyMap<number, string>;
  readonly columns: SongColumns;
  readonly postingTerms: NumberList<Uint32Array>;
  readonly postingImpacts: NumberList<Uint8Array>;
  readonly postingFields: NumberList<Uint8Array>;
  /** For each song, the end of its postings. */
  readonly postingEnds: NumberList<Uint32Array>;
}
