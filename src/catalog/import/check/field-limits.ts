/**
 * Maximum lengths of values, in Unicode code points. A longer id rejects its record, because a cut id is a different id.
 * A longer tag, or an excess element of a list, is left out. Other texts are cut. The report has a line for each
 * (docs/catalog.md).
 */
export const FIELD_LIMITS = {
  id: 128,
  title: 1_000,
  description: 20_000,
  lyrics: 100_000,
  /** The name and the mode of a key. */
  key: 50,
  tag: 100,
  /** The name of an artist or a playlist. */
  name: 500,
  imageUrl: 2_048,
  fileDescription: 1_000,
  /** Elements of a list: tags of one facet, artists, audio files, playlists. */
  elements: 2_000,
} as const;
