import type { SongKey } from "../facts/read-key.ts";

/** Something about a file that its reader should know: a tag that was left out, and why. */
export interface TagNote {
  readonly field: string;
  readonly reason: string;
}

/** What the tags of a file say, as a dump would. Null and [] where they say nothing. */
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
  /** Seconds, where the header tells them. */
  readonly duration: number | null;
  /** Null where the container alone says it. */
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

/** What two files of one recording say: the first, and where it is silent the second. The notes of both were told. */
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
