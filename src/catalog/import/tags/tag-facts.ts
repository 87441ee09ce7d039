import type { SongKey } from "../facts/read-key.ts";

/** A remark on a file for the import report: a tag that was left out, and why. */
export interface TagNote {
  readonly field: string;
  readonly reason: string;
}

/** The facts in the tags of a file, with the fields of a dump. A missing value is null, a missing list is []. */
export interface TagFacts {
  readonly title: string | null;
  readonly artists: readonly string[];
  readonly genre: readonly string[];
  readonly mood: readonly string[];
  readonly instrument: readonly string[];
  readonly characteristic: readonly string[];
  readonly bpm: number | null;
  readonly key: SongKey | null;
  readonly isrc: string | null;
  readonly lyrics: string | null;
  readonly description: string | null;
  /** Unix seconds. */
  readonly releasedAt: number | null;
  /** Seconds, if the header states them. */
  readonly duration: number | null;
  /** Null if the container has only one kind of codec. */
  readonly isLossless: boolean | null;
  readonly notes: readonly TagNote[];
}

export const NO_TAGS: TagFacts = {
  title: null,
  artists: [],
  genre: [],
  mood: [],
  instrument: [],
  characteristic: [],
  bpm: null,
  key: null,
  isrc: null,
  lyrics: null,
  description: null,
  releasedAt: null,
  duration: null,
  isLossless: null,
  notes: [],
};

/** Merges the facts of two files of one recording; those of the first take precedence. Omits the notes, which were already reported. */
export function mergeFacts(first: TagFacts, second: TagFacts): TagFacts {
  const list = (pick: (facts: TagFacts) => readonly string[]): readonly string[] =>
    pick(first).length > 0 ? pick(first) : pick(second);
  return {
    title: first.title ?? second.title,
    artists: list((facts) => facts.artists),
    genre: list((facts) => facts.genre),
    mood: list((facts) => facts.mood),
    instrument: list((facts) => facts.instrument),
    characteristic: list((facts) => facts.characteristic),
    bpm: first.bpm ?? second.bpm,
    key: first.key ?? second.key,
    isrc: first.isrc ?? second.isrc,
    lyrics: first.lyrics ?? second.lyrics,
    description: first.description ?? second.description,
    releasedAt: first.releasedAt ?? second.releasedAt,
    duration: first.duration ?? second.duration,
    isLossless: first.isLossless ?? second.isLossless,
    notes: [],
  };
}
