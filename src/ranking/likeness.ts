/**
 * How alike songs and a brief are, as measured outside of this engine: cosines, -1 to 1, by song id. Songs of which
 * nothing is known are left out. It is asked once in a search, for the candidates; the same songs get the same figures.
 */
export interface Likeness {
  of(songIds: readonly string[]): ReadonlyMap<string, number>;
}
