import type { Energy, Facet, Mode, Vocals } from "./song.ts";

/** A parsed brief: the output of `src/brief` and the input of `src/ranking`. */
export interface Brief {
  readonly wanted: readonly Wish[];
  readonly avoided: readonly Wish[];
  readonly constraints: readonly Constraint[];
  readonly mentions: readonly Mention[];
  /** Remaining words, to match against titles, descriptions, lyrics and tags outside the vocabulary. */
  readonly text: readonly TextTerm[];
  /** The wanted passages as runs of words, to match against multi-word tags of the catalog. */
  readonly said: readonly WordRun[];
  /** Passages without musical meaning, as the client wrote them. */
  readonly ignored: readonly string[];
  /** Corrected spelling mistakes. A word that the catalog knows is never corrected. */
  readonly corrected: readonly Correction[];
  /** What was detected in pictures and film. Absent without assets. */
  readonly seen?: Seen;
}

/**
 * What pictures and film ask for besides wishes: tempo, energy and length of a song.
 * These are preferences, never constraints.
 */
export interface Seen {
  /** Words for all assets together, the most significant first. */
  readonly words: readonly string[];
  readonly assets: readonly { readonly kind: "image" | "video"; readonly words: readonly string[] }[];
  readonly lookedFor: readonly LookedFor[];
  /** `weight` is 0 to 1. `isHeard` means that the tempo was measured in the film's own music. */
  readonly tempo: { readonly ranges: readonly BpmRange[]; readonly weight: number; readonly isHeard: boolean } | null;
  /** `level` is 0 (very low) to 3 (high). */
  readonly energy: { readonly level: number; readonly weight: number } | null;
  /** Length of the film. Songs at least this long are preferred. Null without film. */
  readonly filmSeconds: number | null;
}

/** Words to find in a song's texts; one of them is enough. `weight` is 0 to 1. */
export interface LookedFor {
  readonly name: string;
  readonly words: readonly string[];
  readonly weight: number;
}

/** A misspelled word as the client wrote it, and its correction. */
export interface Correction {
  readonly from: string;
  readonly to: string;
}

/** One musical wish. `from` lists the client's words for it, then what was detected in assets; `weight` is 0 to 1. */
export interface Wish {
  readonly facet: Facet;
  readonly name: string;
  readonly weight: number;
  readonly from: readonly string[];
  /** Other tags with this meaning: other spellings have weight 1, related tags less. */
  readonly kin: readonly Kin[];
  /** Avoided only because of a "no vocals" constraint: evidence against songs whose files do not state their vocals. */
  readonly isEvidence?: true;
  /** The entries of `from` that were detected in assets. */
  readonly seen?: readonly string[];
}

/** A tag that also satisfies a wish. `weight` is the share of the wish that it satisfies, 0 to 1. */
export interface Kin {
  readonly name: string;
  readonly weight: number;
}

/** What a brief can ask of the vocals of one full version. "Instrumental" means `not_lead`. */
export type VocalsWanted = Vocals | "not_lead";

/** A promise: a song that is known to break it is never returned. `from` lists the client's words. */
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

/** A tempo range, both ends included. 0 and Number.MAX_SAFE_INTEGER mean an open end. */
export interface BpmRange {
  readonly minBpm: number;
  readonly maxBpm: number;
}

/** A musical key; null for a part that is not given. `tonic` is in semitones above C, so that enharmonic names are equal. */
export interface MusicalKey {
  readonly tonic: number | null;
  readonly mode: Mode | null;
}

/** How a brief refers to a name: "like Nina Simone", "by Nina Simone", "not by Nina Simone". */
export type MentionRole = "like" | "by" | "not";

/** A name in a brief, before it is looked up in a catalog. */
export interface Mention {
  readonly role: MentionRole;
  /** Quoted names are titles, "song 1042" is an id, anything else is an artist or a title. */
  readonly kind: "any" | "title" | "id";
  /** Possible readings, the most likely first: "Simon and Garfunkel" is one name or two. */
  readonly readings: readonly (readonly string[])[];
  /** Written in a way that only names are. If true, an unknown name is reported; otherwise it may be plain words. */
  readonly certain: boolean;
  /** "Only songs by …": songs by other artists are excluded. */
  readonly isOnly: boolean;
}

/** A mention after the lookup in a catalog. */
export interface Reference {
  readonly role: MentionRole;
  readonly kind: "artist" | "song";
  readonly name: string;
  readonly known: boolean;
}

/** A word to match in a song's texts. `weight` is 0 to 1, negative for words to avoid. */
export interface TextTerm {
  readonly word: string;
  readonly weight: number;
  /** In no known language and not written like a name: it may be a misspelled tag of the catalog. */
  readonly isStrange?: true;
}

/** Adjacent words of the brief, folded. */
export interface WordRun {
  readonly words: readonly string[];
  readonly weight: number;
  /** Begins with a negation ("no other instruments") and has no meaning without it. */
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
  /** The full version that fits the brief best. Null if no full version has media. */
  readonly audioFileId: string | null;
}

export interface Ranking {
  readonly hits: readonly Hit[];
  /** The brief after the lookup in this catalog: its tags win over spelling corrections, its names over other readings. */
  readonly brief: Brief;
  /** Wishes that the catalog cannot satisfy, in plain language. */
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
