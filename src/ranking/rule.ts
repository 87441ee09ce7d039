import type { Verdict, Likeness } from "../../schema/brief.ts";
import type { ColumnTest } from "./kernel/screen.ts";
import type { RankingIndex } from "./ranking-index.ts";
import type { ConstraintFacts, ReasonFacts } from "../../schema/wire/reason.ts";
import type { UnservedFacts } from "../../schema/wire/unserved.ts";
import type { Reason } from "./describe-reason.ts";
import type { ResolvedBrief } from "./resolve-mentions.ts";

/** One criterion for how well a song fits. Each rule has its own file; rules.ts lists them in order. */
export interface Rule {
  readonly name: string;
  /** `likeness` is null unless an embedding model measured it. */
  prepare(index: RankingIndex, brief: ResolvedBrief, likeness: Likeness | null): Prepared;
}

/** The contribution of a rule to one search. Every part is optional. */
export interface Prepared {
  /** Terms to look for. Score and reasons come from them. */
  readonly asks?: readonly Ask[];
  /** Constraints. A song that is known to break one is cut. */
  readonly checks?: readonly ConstraintCheck[];
  /** Return true for songs to leave out without a verdict, because the brief names them. */
  readonly bars?: readonly ((place: number) => boolean)[];
  /**
   * Return the distance of a version from the wanted values. Of versions that meet the constraints equally well, the
   * nearest is recommended.
   */
  readonly prefers?: readonly ((file: number) => number)[];
  /** Changes a finished order; see the diversity rule. */
  readonly arrange?: (ordered: readonly Ranked[], scale: Scale) => readonly Ranked[];
  /** Wishes that the catalog cannot serve. */
  readonly unserved?: readonly UnservedFacts[];
}

/** Weighted terms for one wish or word. The best term counts in full, each further one a quarter. */
export interface Ask {
  /** Above 0 for songs with the terms, below 0 against them; one plain wish is 1. The plan normalises it. */
  readonly weight: number;
  /** The ask's weight in a song's band; 0 if the band ignores it. */
  readonly share: number;
  readonly sought: Sought;
  readonly terms: readonly AskTerm[];
  /** Set if the catalog lacks what is sought, and its nearest kin serve instead. */
  readonly isWidened?: true;
}

/** The subject of an ask, for reasons and traces. */
export interface Sought {
  /** The concept, the word or the name. */
  readonly name: string;
  /** The client's words for it; "" if the client said nothing about it. */
  readonly said: string;
  /** Whether `said` names the subject itself. False if `said` is a scene that only implies the subject. */
  readonly isNamed: boolean;
  /** Set if `said` names something seen in a picture or film. */
  readonly isSeen?: true;
}

/** Returns the subject of an ask for a word or phrase as the client said it. */
export function soughtWord(said: string): Sought {
  return { name: said, said, isNamed: true };
}

/** How a term is related to what is sought. */
export type Shows = "tag" | "near tag" | "contrary tag" | "likely tag" | "word" | "artist" | "measured" | "value";

export interface AskTerm {
  readonly term: number;
  /** The share of the ask that the term serves, 0 to 1. */
  readonly part: number;
  readonly shows: Shows;
  /** The tag as the vocabulary or the client spells it, the word, the artist's name, what was measured, or the stated or measured value. */
  readonly name: string;
  /** What a reason says of a measured or stated value. */
  readonly facts?: Exclude<ReasonFacts, { readonly kind: "constraint" }>;
}

/** Gives verdicts on songs, or on full versions. A song gets the verdict of its best version. */
export type ConstraintCheck = {
  /** In words, by describeConstraint. */
  readonly constraint: string;
  /** The constraint as data. */
  readonly facts: ConstraintFacts;
  /** The doubt of an unknown verdict. Songs are ordered by the sum of doubts first, then by score. */
  readonly doubt: number;
  /**
   * Returns a fact to report about a song that meets the constraint, or null if the fact is obvious. `file` is the
   * version that decided the verdict.
   */
  reason(place: number, file: number | null): Reason | null;
  /** Set if one column decides the verdict, so that a scanner can judge by itself. It agrees with `judge`. */
  readonly column?: ColumnTest;
  /** Set if a column only tells whether the verdict is unknown. Its other values are in `met`, even for songs that fail. */
  readonly doubtColumn?: ColumnTest;
} & (
  | { readonly of: "song"; judge(place: number): Verdict }
  | {
      readonly of: "version";
      judge(file: number): Verdict;
      /**
       * Returns the distance of a version from the wanted value. Among equally good versions, the nearest is
       * recommended.
       */
      distance?(file: number): number;
    }
);

/** The scale of the scores of one search. */
export interface Scale {
  /** The score of a song that meets every ask in full. */
  readonly best: number;
  /** The sum of the weights of all asks for a song. */
  readonly weight: number;
}

/** A candidate of the scan. */
export interface Ranked {
  readonly place: number;
  readonly doubt: number;
  readonly score: number;
  /** Changes that arrangements made to the song. */
  readonly moves?: readonly Move[];
}

/** One change by an arrangement. `reason` is for the answer; null if only the trace has the change. */
export interface Move {
  readonly rule: string;
  readonly description: string;
  readonly reason: Reason | null;
  /** Points added to the score; missing if the move changed only the order. */
  readonly points?: number;
}

/** Returns the song with one more move. */
export function moved(song: Ranked, move: Move): Ranked {
  return { ...song, moves: [...(song.moves ?? []), move] };
}

/** Below 0 if `a` comes before `b`: less doubt first, then the higher score, then the lower place, which is the lower song id. */
export function compareRanked(a: Ranked, b: Ranked): number {
  return a.doubt - b.doubt || b.score - a.score || a.place - b.place;
}

/** Changes the songs by `rescore` and returns them in their new order. */
export function rescored(ordered: readonly Ranked[], rescore: (song: Ranked) => Ranked): readonly Ranked[] {
  return ordered.map(rescore).sort(compareRanked);
}

/** Doubts of unknown verdicts. One unknown weighs more than all unknowns to its right together. */
export const DOUBT = { vocals: 1024, explicit: 32, other: 1 } as const;
