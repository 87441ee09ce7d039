import type { GatheredSongs } from "../gathered-songs.ts";
import type { SongFeatures } from "./song-features.ts";

/** The tags of an artist's other songs. Valid only during one visit. */
export interface ArtistTags {
  /** The number of other songs, and by tag how many of them have it. */
  readonly songs: number;
  readonly songsWith: Float64Array;
  /** For each tag, the share of all songs of the catalog that have it. */
  readonly usual: Float64Array;
}

/** Artists with fewer songs are not evidence. */
const SONGS_MIN = 3;

/** Visits every song once, grouped by its first artist. `artist` is null if the artist has too few songs. */
export function byArtist(
  gathered: GatheredSongs,
  features: SongFeatures,
  songs: Uint32Array,
  visit: (song: number, artist: ArtistTags | null) => void,
): void {
  const tagCount = features.tags.length;
  const usual = new Float64Array(tagCount);
  const { order, starts } = groups(gathered, songs);
  for (const song of order) countTags(usual, features, song, 1);
  for (let tag = 0; tag < tagCount; tag++) usual[tag] = (usual[tag] ?? 0) / Math.max(1, songs.length);

  const songsWith = new Float64Array(tagCount);
  for (let group = 0; group + 1 < starts.length; group++) {
    const members = order.subarray(starts[group], starts[group + 1]);
    const isEvidence = group > 0 && members.length >= SONGS_MIN;
    if (isEvidence) {
      songsWith.fill(0);
      for (const song of members) countTags(songsWith, features, song, 1);
    }
    for (const song of members) {
      if (isEvidence) countTags(songsWith, features, song, -1);
      visit(song, isEvidence ? { songs: members.length - 1, songsWith, usual } : null);
      if (isEvidence) countTags(songsWith, features, song, 1);
    }
  }
}

function countTags(counts: Float64Array, { values, starts }: SongFeatures, song: number, by: 1 | -1): void {
  const end = starts[song + 1] ?? 0;
  for (let at = starts[song] ?? 0; at < end; at++) {
    const feature = values[at] ?? 0;
    if (feature < counts.length) counts[feature] = (counts[feature] ?? 0) + by;
  }
}

/** Sorts songs by their first artist; group 0 has the songs without one. */
function groups(
  { columns, terms }: GatheredSongs,
  songs: Uint32Array,
): { readonly order: Uint32Array; readonly starts: Uint32Array } {
  const artistOf = (song: number): number => {
    const from = song === 0 ? 0 : columns.artistEnds.at(song - 1);
    return from < columns.artistEnds.at(song) ? columns.artistTerms.at(from) + 1 : 0;
  };
  const starts = new Uint32Array(terms.length + 2);
  for (const song of songs) starts[artistOf(song) + 1] = (starts[artistOf(song) + 1] ?? 0) + 1;
  for (let at = 1; at < starts.length; at++) starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0);
  const next = starts.slice();
  const order = new Uint32Array(songs.length);
  for (const song of songs) {
    const artist = artistOf(song);
    order[next[artist] ?? 0] = song;
    next[artist] = (next[artist] ?? 0) + 1;
  }
  return { order, starts };
}
