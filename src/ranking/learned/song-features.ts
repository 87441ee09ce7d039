import type { GatheredSongs } from "../gathered-songs.ts";
import { FIELD_BITS } from "../packed-format.ts";
import { sortWithin } from "../sort-within.ts";

/** The most frequent tags of a catalog are learned; further ones would cost time and add little. */
const TAGS_MAX = 352;
/** The most frequent words of titles and descriptions serve as features. */
const WORDS_MAX = 160;

/** Tags and words of fewer songs are left out. */
const TAG_SONGS_MIN = 5;
const WORD_SONGS_MIN = 15;

/** At most this many features of a song are read. */
const FEATURES_PER_SONG_MAX = 96;
/** Expected features of a song. The list doubles if there are more. */
const FEATURES_PER_SONG = 24;

/** The features of songs: 0 to `tags.length` - 1 are tags, the others are words. */
export interface SongFeatures {
  /** Terms, the most frequent first. */
  readonly tags: readonly number[];
  readonly count: number;
  /**
   * The features of all songs, each song's ascending: those of song s are from `starts[s]` to before `starts[s + 1]`. Every
   * song is visited several times, so they are collected once, and without a view for each visit.
   */
  readonly values: Uint16Array;
  readonly starts: Uint32Array;
}

export function songFeatures(gathered: GatheredSongs): SongFeatures {
  const { terms, columns, postingTerms, postingFields, postingEnds } = gathered;
  const tagSongs = new Uint32Array(terms.length);
  for (let at = 0; at < columns.tagTerms.length; at++) bump(tagSongs, columns.tagTerms.at(at));
  const wordSongs = new Uint32Array(terms.length);
  for (let at = 0; at < postingTerms.length; at++) {
    if (isSaid(postingFields.at(at))) bump(wordSongs, postingTerms.at(at));
  }
  const tags = mostFrequent(terms, tagSongs, TAG_SONGS_MIN, TAGS_MAX);
  const words = mostFrequent(terms, wordSongs, WORD_SONGS_MIN, WORDS_MAX);
  const asTag = numbered(terms.length, tags, 1);
  const asWord = numbered(terms.length, words, 1 + tags.length);
  const songs = postingEnds.length;
  const starts = new Uint32Array(songs + 1);
  let values = new Uint16Array(songs * FEATURES_PER_SONG + FEATURES_PER_SONG_MAX);
  let fill = 0;
  let tag = 0;
  let posting = 0;
  for (let song = 0; song < songs; song++) {
    const from = fill;
    if (values.length < from + FEATURES_PER_SONG_MAX) values = doubled(values);
    const most = from + FEATURES_PER_SONG_MAX;
    for (const end = columns.tagEnds.at(song); tag < end; tag++) {
      const feature = asTag[columns.tagTerms.at(tag)] ?? 0;
      if (feature > 0 && fill < most) values[fill++] = feature - 1;
    }
    for (const end = postingEnds.at(song); posting < end; posting++) {
      if (!isSaid(postingFields.at(posting))) continue;
      const feature = asWord[postingTerms.at(posting)] ?? 0;
      if (feature > 0 && fill < most) values[fill++] = feature - 1;
    }
    sortWithin(values, from, fill);
    starts[song + 1] = fill;
  }
  return { tags, count: tags.length + words.length, values, starts };
}

function doubled(values: Uint16Array<ArrayBuffer>): Uint16Array<ArrayBuffer> {
  const larger = new Uint16Array(values.length * 2);
  larger.set(values);
  return larger;
}

function isSaid(fields: number): boolean {
  return (fields & (FIELD_BITS.title | FIELD_BITS.description)) !== 0;
}

function bump(counts: Uint32Array, at: number): void {
  counts[at] = (counts[at] ?? 0) + 1;
}

/** Returns the most frequent terms; ties go by spelling, so that the order of the songs does not matter. */
function mostFrequent(terms: readonly string[], songs: Uint32Array, least: number, most: number): number[] {
  const known: number[] = [];
  songs.forEach((count, term) => {
    if (count >= least) known.push(term);
  });
  const spelling = (term: number): string => terms[term] ?? "";
  return known
    .toSorted((a, b) => (songs[b] ?? 0) - (songs[a] ?? 0) || (spelling(a) < spelling(b) ? -1 : 1))
    .slice(0, most);
}

function numbered(size: number, terms: readonly number[], first: number): Uint16Array {
  const numbers = new Uint16Array(size);
  terms.forEach((term, at) => {
    numbers[term] = first + at;
  });
  return numbers;
}
