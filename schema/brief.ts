import type { Energy, Facet, Mode, Vocals } from "./song.ts";

/** A brief as the engine understands it: what `brief` makes of words and `ranking` judges songs by. */
export interface Brief {
  readonly wanted: readonly Wish[];
  readonly avoided: readonly Wish[];
  readonly constraints: readonly Constraint[];
  readonly mentions: readonly Mention[];
  /** What is left for titles, descriptions, lyrics and tags the vocabulary does not know. */
  readonly text: readonly TextTerm[];
  /** All that was wanted, as it was said: runs of words, for a catalog's own tags of several words. */
  readonly said: readonly WordRun[];
  /** Passages that were read and left out of account, as the client wrote them. */
  readonly ignored: readonly string[];
  /** Slips that were set right. Where the client's word meant something to a catalog, the catalog is right. */
  readonly corrected: readonly Correction[];
  /** What was seen in pictures and film, where there are any. */
  readonly seen?: Seen;
}

/**
 * What pictures and film show, besides the wishes that it led to: how fast, how lively and how long a song should be.
 * All of it is a preference and none a promise.
 */
export interface Seen {
  /** Of all together, what tells most first. */
  readonly words: readonly string[];
  readonly assets: readonly { readonly kind: "image" | "video"; readonly words: readonly string[] }[];
  readonly lookedFor: readonly LookedFor[];
  /** `weight` is 0 to 1: how much it matters. `isHeard` in music that the film has already. */
  readonly tempo: { readonly ranges: readonly BpmRange[]; readonly weight: number; readonly isHeard: boolean } | null;
  /** 0 is very low, 3 high. */
  readonly energy: { readonly level: number; readonly weight: number } | null;
  /** A song is better at least as long; null without film. */
  readonly filmSeconds: number | null;
}

/** Words of which any in a song's texts says what was seen; `weight` is 0 to 1. */
export interface LookedFor {
  readonly name: string;
  readonly words: readonly string[];
  readonly weight: number;
}

/** A word as the client wrote it, and the one that was meant. */
export interface Correction {
  readonly from: string;
  readonly to: string;
}

/** One musical wish. `from` are the client's words that led to it, then what was seen; `weight` is 0 to 1. */
export interface Wish {
  readonly facet: Facet;
  readonly name: string;
  readonly weight: number;
  readonly from: readonly string[];
  /** What else a catalog may say where it means this: other spellings at weight 1, neighbours below. */
  readonly kin: readonly Kin[];
  /** Avoided only because a promise of no voice makes it evidence against songs whose files do not say. */
  readonly isEvidence?: true;
  /** Those of `from` that were seen and not said. */
  readonly seen?: readonly string[];
}

/** A tag that serves a wish too; `weight` is the share of the wish that it serves, 0 to 1. */
export interface Kin {
  readonly name: string;
  readonly weight: number;
}

/** What a brief can ask of the voices of one full version; `not_lead` is what "instrumental" means. */
export type VocalsWanted = Vocals | "not_lead";

/** A promise: a song that is known to break it is never returned. `from` are the client's words. */
export type Constraint = { readonly from: readonly string[] } & (
  | { readonly kind: "vocals"; readonly want: VocalsWanted }
  | { readonly kind: "clean" }
  | { readonly kind: "explicit" }
  | { readonly kind: "tempo"; readonly ranges: readonly BpmRange[] }
  | { readonly kind: "energy"; readonly levels: readonly Energy[] }
  | { readonly kind: "duration"; readonly minSeconds: number; readonly maxSeconds: number }
  | { readonly kind: "released"; readonly fromYear: number | null; readonly toYear: number | null }
  | { readonly kind: "stems" }
  | {
      readonly kind: "playlist";
      readonly want: "in" | "out";
      /** As the client wrote it, or an id. */ readonly name: string;
    }
  | { readonly kind: "key"; readonly keys: readonly MusicalKey[] }
);

/** Both ends belong to it; 0 and Number.MAX_SAFE_INTEGER are open ends. */
export interface BpmRange {
  readonly minBpm: number;
  readonly maxBpm: number;
}

/** A key, or half of what one says. `tonic` is in semitones above C, so that enharmonic names are equal. */
export interface MusicalKey {
  readonly tonic: number | null;
  readonly mode: Mode | null;
}

/** How a brief leans on a name: "like Nina Simone", "by Nina Simone", "not by Nina Simone". */
export type MentionRole = "like" | "by" | "not";

/** A name in a brief, before a catalog was asked who that is. */
export interface Mention {
  readonly role: MentionRole;
  /** Quotes mark titles, "song 1042" is an id; anything else may be an artist or a title. */
  readonly kind: "any" | "title" | "id";
  /** Ways to read it, the likeliest first: "Simon and Garfunkel" is one name or two. */
  readonly readings: readonly (readonly string[])[];
  /** Written as only a name is: it is reported when no catalog knows it. Otherwise it may be plain words. */
  readonly certain: boolean;
  /** "Only songs by …": nothing of others. */
  readonly isOnly: boolean;
}

/** A mention as one catalog knows it. */
export interface Reference {
  readonly role: MentionRole;
  readonly kind: "artist" | "song";
  readonly name: string;
  readonly known: boolean;
}

/** A word to look for; `weight` is 0 to 1, negative for a word to keep away from. */
export interface TextTerm {
  readonly word: string;
  readonly weight: number;
  /** No word of any language that is known, and no name by its looks: it may be a slip in one of the catalog's tags. */
  readonly isStrange?: true;
}

/** Folded words that stand together in the brief. */
export interface WordRun {
  readonly words: readonly string[];
  readonly weight: number;
  /** Begins with a negation ("no other instruments"), and means nothing without it. */
  readonly negated: boolean;
}

export type Verdict = "met" | "unknown" | "failed";
export type MatchBand = "strong" | "good" | "possible";

/** One song of an answer. `score` is 0 to 1 and comparable within that answer only. */
export interface Hit {
  readonly songId: string;
  readonly score: number;
  readonly band: MatchBand;
  readonly reasons: readonly string[];
  readonly verdicts: readonly { readonly constraint: string; readonly verdict: Verdict }[];
  /** The full version that serves the brief best; null when the song has none with media. */
  readonly audioFileId: string | null;
}

export interface Ranking {
  readonly hits: readonly Hit[];
  /** The brief as this catalog understands it: its own words come before guesses at spelling, and a name it knows is nothing else. */
  readonly brief: Brief;
  /** Wishes the catalog cannot serve, in plain language. */
  readonly unserved: readonly string[];
  readonly references: readonly Reference[];
}

/**
 * How alike songs and a brief are, as measured outside of this engine: cosines, -1 to 1, by song id. Songs of which
 * nothing is known are left out. It is asked once in a search, for the candidates; the same songs get the same figures.
 */
export interface Likeness {
  of(songIds: readonly string[]): ReadonlyMap<string, number>;
}
