import type { NumberList } from "./growable.ts";
import type { SongColumns } from "./song-columns.ts";

/** All songs of an index before it is packed, in order of arrival. */
export interface GatheredSongs {
  readonly terms: readonly string[];
  readonly frequency: Uint32Array;
  /** By term, as people read it; of whole tags only. */
  readonly tagNames: ReadonlyMap<number, string>;
  readonly columns: SongColumns;
  readonly postingTerms: NumberList<Uint32Array>;
  readonly postingImpacts: NumberList<Uint8Array>;
  readonly postingFields: NumberList<Uint8Array>;
  /** Where each song's postings end. */
  readonly postingEnds: NumberList<Uint32Array>;
}
