import type { GatheredSongs } from "../gathered-songs.ts";
import { learnedTerm } from "../packed-format.ts";
import { type Associations, learnAssociations } from "./associations.ts";
import { type SongFeatures, songFeatures } from "./song-features.ts";
import { byArtist } from "./by-artist.ts";

/** In smaller catalogs tags occur together by chance. */
const SONGS_MIN = 30;

/** A song gets at most this many learned tags. */
export const LEARNED_PER_SONG_MAX = 8;

/** Minimum likeness, relative to the mean score of songs with the tag; lower means not similar. */
const LIKENESS_MIN = 0.5;

/** The impact of a song that is as likely as the average song with the tag. */
const IMPACT = 85;

/** Minimum mean score of songs with a tag, so that rare tags are not noise. */
const REACH_MIN = 0.02;

/**
 * Weight of the artist's other songs, compared with the song's own features; and how many average songs they are mixed
 * with.
 */
const ARTIST_SHARE = 0.1;
const ARTIST_PRIOR = 5;

/** A tag of this many songs counts half as much as one of very many. */
const HALF_SURE = 10;

/**
 * Tags that songs lack but probably deserve: `LEARNED_PER_SONG_MAX` entries for each song, in the order in which songs
 * were added.
 */
export interface LearnedTags {
  /** Spellings of the learned terms. A number in `tags` is the position here + 1. */
  readonly terms: readonly string[];
  readonly frequency: Uint32Array;
  /** 0 for a free entry. */
  readonly tags: Uint16Array;
  readonly impacts: Uint8Array;
}

/**
 * Learns from the catalog which tags, words and artists occur together, and from that which tags a song probably lacks
 * only by chance: a song tagged "ambient, piano" can answer "dreamy". Depends only on the songs and not on their order.
 */
export function learnTags(gathered: GatheredSongs, songs: Uint32Array): LearnedTags {
  const features = songFeatures(gathered);
  const { tags } = features;
  const terms = tags.map((tag) => learnedTerm((gathered.terms[tag] ?? "").slice(1)));
  const learned = {
    terms,
    frequency: new Uint32Array(terms.length),
    tags: new Uint16Array(songs.length * LEARNED_PER_SONG_MAX),
    impacts: new Uint8Array(songs.length * LEARNED_PER_SONG_MAX),
  };
  if (songs.length < SONGS_MIN || tags.length < 2) return learned;

  const associations = learnAssociations(features, songs);
  const scale = scales(features, associations, songs);
  const likeness = new Float64Array(tags.length);
  byArtist(gathered, features, songs, (song, artist) => {
    likeness.fill(0);
    addAssociations(likeness, associations, features, song);
    if (artist !== null) {
      for (let tag = 0; tag < tags.length; tag++) {
        const mixed =
          ((artist.songsWith[tag] ?? 0) + ARTIST_PRIOR * (artist.usual[tag] ?? 0)) / (artist.songs + ARTIST_PRIOR);
        likeness[tag] = (likeness[tag] ?? 0) + ARTIST_SHARE * (mixed - (artist.usual[tag] ?? 0));
      }
    }
    const end = features.starts[song + 1] ?? 0;
    for (let at = features.starts[song] ?? 0; at < end; at++) {
      const feature = features.values[at] ?? 0;
      if (feature < tags.length) likeness[feature] = 0;
    }
    keepBest(learned, song, likeness, scale);
  });
  return learned;
}

function addAssociations(
  likeness: Float64Array,
  { width, tags, weights }: Associations,
  { values, starts }: SongFeatures,
  song: number,
): void {
  const end = starts[song + 1] ?? 0;
  for (let own = starts[song] ?? 0; own < end; own++) {
    const first = (values[own] ?? 0) * width;
    for (let at = first; at < first + width; at++) {
      const tag = tags[at] ?? 0;
      likeness[tag] = (likeness[tag] ?? 0) + (weights[at] ?? 0);
    }
  }
}

/**
 * Returns for each tag the factor that converts a likeness to an impact: relative to the mean likeness that songs with
 * the tag get from their other features.
 */
function scales(features: SongFeatures, associations: Associations, songs: Uint32Array): Float64Array {
  const count = features.tags.length;
  const sums = new Float64Array(count);
  const having = new Float64Array(count);
  const likeness = new Float64Array(count);
  for (const song of songs) {
    likeness.fill(0);
    addAssociations(likeness, associations, features, song);
    const end = features.starts[song + 1] ?? 0;
    for (let at = features.starts[song] ?? 0; at < end; at++) {
      const feature = features.values[at] ?? 0;
      if (feature >= count) continue;
      sums[feature] = (sums[feature] ?? 0) + (likeness[feature] ?? 0);
      having[feature] = (having[feature] ?? 0) + 1;
    }
  }
  return sums.map((sum, tag) => {
    const songsWith = having[tag] ?? 0;
    const sure = songsWith / (songsWith + HALF_SURE);
    return (sure * IMPACT) / Math.max(REACH_MIN, sum / Math.max(1, songsWith));
  });
}

function keepBest(
  learned: { readonly frequency: Uint32Array; readonly tags: Uint16Array; readonly impacts: Uint8Array },
  song: number,
  likeness: Float64Array,
  scale: Float64Array,
): void {
  const first = song * LEARNED_PER_SONG_MAX;
  let kept = 0;
  for (let tag = 0; tag < likeness.length; tag++) {
    const exact = (likeness[tag] ?? 0) * (scale[tag] ?? 0);
    if (exact < LIKENESS_MIN * IMPACT) continue;
    const impact = Math.min(255, Math.round(exact));
    if (kept === LEARNED_PER_SONG_MAX && impact <= (learned.impacts[first + kept - 1] ?? 0)) continue;
    let at = first + Math.min(kept, LEARNED_PER_SONG_MAX - 1);
    for (; at > first && (learned.impacts[at - 1] ?? 0) < impact; at--) {
      learned.impacts[at] = learned.impacts[at - 1] ?? 0;
      learned.tags[at] = learned.tags[at - 1] ?? 0;
    }
    learned.impacts[at] = impact;
    learned.tags[at] = tag + 1;
    if (kept < LEARNED_PER_SONG_MAX) kept++;
  }
  for (let at = first; at < first + kept; at++) {
    const tag = (learned.tags[at] ?? 1) - 1;
    learned.frequency[tag] = (learned.frequency[tag] ?? 0) + 1;
  }
}
