/**
 * The longest values that a record may have, in Unicode code points. A longer id rejects its record, because an id that
 * is cut is another id. A longer tag, or what is too many in a list, is left out; other texts are cut. The report has a
 * line for each (docs/catalog.md).
 */
export const FIELD_LIMITS = {
  id: 128,
  title: 1_000,
  description: 20_000,
  lyrics: 100_000,
  /** The name and the mode of a key. */
  key: 50,
  tag: 100,
  /** Of an artist or a playlist. */
  name: 500,
  imageUrl: 2_048,
  fileDescription: 1_000,
  /** Elements of a list: tags of one kind, artists, audio files, playlists. */
  elements: 2_000,
} as const;
