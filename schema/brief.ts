import type { HeardSound } from "./heard-sound.ts";
import type { ReasonFacts } from "./wire/reason.ts";
import type { UnservedFacts } from "./wire/unserved.ts";
import type { LikenessWeights } from "./sound-descriptor.ts";
import { type Energy, type Facet, MEASURED_ARCS, type Mode, type Vocals } from "./song.ts";

/** A brief as the engine understands it. `brief` reads it from text, and `ranking` judges songs by it. */
export interface Brief {
  readonly wanted: readonly Wish[];
  readonly avoided: readonly Wish[];
  readonly constraints: readonly Constraint[];
  readonly mentions: readonly Mention[];
  /** Words that the vocabulary does not know, to be found in titles, descriptions, lyrics and tags. */
  readonly text: readonly TextTerm[];
  /** The words of the brief in their order, for a catalog's own tags of several words. */
  readonly said: readonly WordRun[];
  /** Passages that say nothing about music, as the client wrote them. */
  readonly ignored: readonly string[];
  /** Corrected spelling mistakes. If the catalog knows the client's own word, the correction is dropped. */
  readonly corrected: readonly Correction[];
  /** What pictures and film show; missing without assets. */
  readonly seen?: Seen;
  /** Sounds that the songs shall sound like; missing without them. */
  readonly heard?: readonly HeardSound[];
  /**
   * How much each facet of the sound counts; missing if the client does not say. If present, the songs of `likes` are compared by
   * their sound, too.
   */
  readonly soundWeights?: LikenessWeights;
  /** What the parts of a long text are about, in order; missing for short texts. */
  readonly parts?: readonly DescribedPart[];
  /** How the music shall develop; missing if the brief does not say. */
  readonly arcs?: readonly ArcWish[];
  /**
   * Days since 1970 on which songs shall not be exclusive to others, which only rights ask for. Without it, a licence counts
   * although it has ended.
   */
  readonly day?: number;
  /** Ids of overrides that name nothing in the brief; missing without overrides. */
  readonly unusedOverrides?: readonly string[];
}

/** How a brief wants a track to develop: as it can be measured, or with a sudden stop, or with an accent at a given time. */
export const ARC_SHAPES = [...MEASURED_ARCS, "stop", "hit"] as const;
export type ArcShape = (typeof ARC_SHAPES)[number];

/** A wanted or refused shape. `weight` is 0 to 1, and `from` lists the client's words. */
export interface ArcWish {
  readonly shape: ArcShape;
  readonly weight: number;
  readonly isRefused: boolean;
  readonly from: readonly string[];
  /** Seconds from the start, for an accent; null for any other shape. */
  readonly atSeconds: number | null;
  /** Set if a film develops so: with all of it, or with its last seconds only. */
  readonly seenWith?: FilmPart;
}

/** All of a film, or its last seconds. */
export interface FilmPart {
  /** Null for all of it. */
  readonly lastSeconds: number | null;
}

/** A part of a text as the client wrote it, and its likeliest kind, such as "direction" or "scene". */
export interface DescribedPart {
  readonly kind: string;
  readonly text: string;
}

/**
 * What pictures and film show, besides the wishes that follow from it: a tempo, an energy and a length. These are
 * preferences, never constraints.
 */
export interface Seen {
  /** Words for all assets together, the most informative first. */
  readonly words: readonly string[];
  readonly assets: readonly { readonly kind: "image" | "video"; readonly words: readonly string[] }[];
  readonly textWords: readonly SeenWords[];
  /** `weight` is how much it matters, 0 to 1. `isHeard` means that it is the tempo of music in the film. */
  readonly tempo: { readonly ranges: readonly BpmRange[]; readonly weight: number; readonly isHeard: boolean } | null;
  /** `level` is 0 for very low to 3 for high. */
  readonly energy: { readonly level: number; readonly weight: number } | null;
  /** The length of the longest film; null without film. A song should be at least as long. */
  readonly filmSeconds: number | null;
  /** How certain the most telling sight is, 0 to 1. Songs that only what was seen speaks for match no better. */
  readonly certainty: number;
  /** Set if what was seen says too little about the music, so that we ask for a text; null otherwise. */
  readonly question: Extract<UnservedFacts, { readonly kind: "unclear_scene" }> | null;
}

/** Alternative words for one thing that is seen, to be found in a song's texts; `weight` is 0 to 1. */
export interface SeenWords {
  readonly name: string;
  readonly words: readonly string[];
  readonly weight: number;
}

/** A word as the client wrote it, and its correction. */
export interface Correction {
  readonly from: string;
  readonly to: string;
}

/** One musical wish. `from` lists the client's words for it, then names of what was seen; `weight` is 0 to 1. */
export interface Wish {
  readonly facet: Facet;
  readonly name: string;
  readonly weight: number;
  readonly from: readonly string[];
  /** Related tags: other spellings have weight 1, near tags less, contrary tags below 0. */
  readonly kin: readonly Kin[];
  /**
   * Set if the wish is avoided only as evidence. A brief without vocals avoids tags of singers, because the audio files
   * of some songs do not say whether somebody sings.
   */
  readonly isEvidence?: true;
  /** Set if a situation implies the wish, and the client does not say it. */
  readonly isImplied?: true;
  /** Set on a wanted wish if a phrase of the client means the concept, and is not only a scene that implies it. */
  readonly isNamed?: true;
  /** Set on an avoided wish if a phrase of the client refuses the concept without any limit. */
  readonly isRefusedPlainly?: true;
  /** The names in `from` that come from pictures and film. */
  readonly seen?: readonly string[];
}

/** A tag that serves a wish too; `weight` is the share of the wish that it serves, or below 0 for a contrary tag. */
export interface Kin {
  readonly name: string;
  readonly weight: number;
  /** Set if the tag is of the same facet as the wish, such as another genre. A catalog without the wish is searched for it. */
  readonly isSameFacet?: true;
}

/** The vocals that a brief can require of one full version; "instrumental" means `not_lead`. */
export type VocalsWanted = Vocals | "not_lead";

/** What a brief allows AI to have made: nothing ("no AI"), or a part ("nothing made by AI"). */
export type AiWanted = "human" | "not_by_ai";

/** A constraint: a song that is known to break it is never returned. `from` lists the client's words. */
export type Constraint = { readonly from: readonly string[] } & (
  | { readonly kind: "vocals"; readonly want: VocalsWanted }
  | { readonly kind: "clean" }
  | { readonly kind: "explicit" }
  | { readonly kind: "tempo"; readonly ranges: readonly BpmRange[] }
  | { readonly kind: "energy"; readonly levels: readonly Energy[] }
  | { readonly kind: "duration"; readonly minSeconds: number; readonly maxSeconds: number }
  | { readonly kind: "released"; readonly fromYear: number | null; readonly toYear: number | null }
  | { readonly kind: "stems" }
  | { readonly kind: "one_stop" }
  | {
      readonly kind: "pre_cleared";
      /** Codes of schema/rights.ts, all of which count; empty for a brief that names no country. */ readonly territories: readonly string[];
    }
  | { readonly kind: "ai"; readonly want: AiWanted }
  | { readonly kind: "no_samples" }
  | { readonly kind: "not_exclusive" }
  | {
      readonly kind: "playlist";
      readonly want: "in" | "out";
      /** As the client wrote it, or an id. */ readonly name: string;
    }
  | { readonly kind: "key"; readonly keys: readonly MusicalKey[] }
  | {
      readonly kind: "excluded";
      /** The kind of tag that tells whether a song complies. */ readonly facet: ExcludedFacet;
      readonly name: string;
      /** The tags that are the excluded thing: its names, and every kind of it. */ readonly kin: readonly string[];
      /** Tags that only end like one of them: a bass guitar is not a guitar. */ readonly notKin: readonly string[];
    }
  | {
      readonly kind: "tagged";
      readonly want: "with" | "without";
      readonly facet: Facet;
      readonly name: string;
      /** The tags that are the thing: its names. */ readonly names: readonly string[];
    }
);

/** What an exclusion is about. Instruments include voices. */
export type ExcludedFacet = "instrument" | "genre" | "period";

/** Both ends are included; 0 and Number.MAX_SAFE_INTEGER are open ends. */
export interface BpmRange {
  readonly minBpm: number;
  readonly maxBpm: number;
}

/** A key, or one half of it. `tonic` is in semitones above C, so enharmonic names are equal. */
export interface MusicalKey {
  readonly tonic: number | null;
  readonly mode: Mode | null;
}

/** How a brief refers to a name: "like Nina Simone", "by Nina Simone", "not by Nina Simone". */
export type MentionRole = "like" | "by" | "not";

/** A name in a brief, before it is looked up in a catalog. */
export interface Mention {
  readonly role: MentionRole;
  /** A title is in quotes, and "song 1042" is an id; "any" can be an artist or a title. */
  readonly kind: "any" | "title" | "id";
  /** Possible readings, the most likely first: "Simon and Garfunkel" is one name or two. */
  readonly readings: readonly (readonly string[])[];
  /**
   * Whether the spelling or the position shows that it is a name. A certain name that the catalog does not have is
   * reported. An uncertain one can be ordinary words.
   */
  readonly certain: boolean;
  /** "Only songs by …": songs of others are left out. */
  readonly isOnly: boolean;
  /** Set for a song that the request gives by id in `likes` or `dislikes`. No words of the text name it. */
  readonly given?: { readonly title: string };
}

/** A mention after the lookup in a catalog. */
export interface Reference {
  readonly role: MentionRole;
  readonly kind: "artist" | "song";
  readonly name: string;
  readonly known: boolean;
}

/** A word to look for; `weight` is 0 to 1, or below 0 for a word to avoid. */
export interface TextTerm {
  readonly word: string;
  readonly weight: number;
  /** Set if no known language has the word and it does not look like a name. It can be a misspelt tag. */
  readonly isUnknown?: true;
}

/** Consecutive folded words of the brief. */
export interface WordRun {
  readonly words: readonly string[];
  readonly weight: number;
  /** Whether the run begins with a negation ("no other instruments"), without which it means something else. */
  readonly negated: boolean;
  /** The words that name instruments; missing for fewer than two. */
  readonly instruments?: readonly string[];
}

/** How a brief asks for something. A song must have, or must not have, what a constraint is about. */
export const POLARITIES = ["wanted", "avoided", "must", "must_not"] as const;
export type Polarity = (typeof POLARITIES)[number];

/** A change of the client to what was understood, by the id of a wish (`brief/turns/wish-id.ts`). */
export interface WishOverride {
  readonly id: string;
  readonly polarity?: Polarity | "removed";
  /** 0 to 1. */
  readonly weight?: number;
}

export type Verdict = "met" | "unknown" | "failed";
export type MatchBand = "strong" | "good" | "possible";

/** One song of an answer. `score` is 0 to 1 and comparable only within that answer. */
export interface Hit {
  readonly songId: string;
  readonly score: number;
  readonly band: MatchBand;
  readonly reasons: readonly string[];
  /** The same reasons as data. */
  readonly reasonFacts: readonly ReasonFacts[];
  readonly verdicts: readonly { readonly constraint: string; readonly verdict: Verdict }[];
  /** The full version that serves the brief best; null if no version has media. */
  readonly audioFileId: string | null;
}

export interface Ranking {
  readonly hits: readonly Hit[];
  /** The brief as this catalog understands it: without overruled corrections, and without the words of known names. */
  readonly brief: Brief;
  /** Sentences on what the catalog cannot serve. */
  readonly unserved: readonly string[];
  /** The same as data. */
  readonly unservedFacts: readonly UnservedFacts[];
  readonly references: readonly Reference[];
}

/**
 * How similar songs are to a brief, as something outside this engine measured it: cosines from -1 to 1, by song id.
 * Songs without a measurement are missing. A search calls `of` once, with its candidates. The same songs always get the
 * same numbers.
 */
export interface Likeness {
  of(songIds: readonly string[]): ReadonlyMap<string, number>;
}
