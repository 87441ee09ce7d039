import type { GatheredSongs } from "../gathered-songs.ts";
import { FIELD_BITS } from "../packed-format.ts";

/** The most frequent tags of a catalog are learned; further ones would cost time and add little. */
const TAGS_MAX = 352;
/** The most frequent words of titles and descriptions serve as features. */
const WORDS_MAX = 160;

/** Tags and words of fewer songs are left out. */
const TAG_SONGS_MIN = 5;
const WORD_SONGS_MIN = 15;

/** At most this many features of a song are read. */
const FEATURES_PER_SONG_MAX = 96;

/** The features of songs: 0 to `tags.length` - 1 are tags, the others are words. */
export interface SongFeatures {
  /** Terms, the most frequent first. */
  readonly tags: readonly number[];
  readonly count: number;
  /** Returns the features of one song, ascending; valid until the next call. */
  of(song: number): Uint16Array;
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
  const found = new Uint16Array(FEATURES_PER_SONG_MAX);

  return {
    tags,
    count: tags.length + words.length,
    of: (song) => {
      let fill = 0;
      const keep = (feature: number): void => {
        if (feature > 0 && fill < FEATURES_PER_SONG_MAX) found[fill++] = feature - 1;
      };
      const tagEnd = columns.tagEnds.at(song);
      for (let at = song === 0 ? 0 : columns.tagEnds.at(song - 1); at < tagEnd; at++)
        keep(asTag[columns.tagTerms.at(at)] ?? 0);
      const end = postingEnds.at(song);
      for (let at = song === 0 ? 0 : postingEnds.at(song - 1); at < end; at++)
        if (isSaid(postingFields.at(at))) keep(asWord[postingTerms.at(at)] ?? 0);
      return found.subarray(0, fill).sort();
    },
  };
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
