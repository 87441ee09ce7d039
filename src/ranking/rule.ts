import type { Verdict, Likeness } from "../../schema/brief.ts";
import type { ColumnTest } from "./kernel/screen.ts";
import type { RankingIndex } from "./ranking-index.ts";
import type { ResolvedBrief } from "./resolve-mentions.ts";

/** One idea of what makes a song fit. Each lives in its own file; src/ranking/rules.ts lists them in order. */
export interface Rule {
  readonly name: string;
  /** `likeness`: null unless somebody measured it. */
  prepare(index: RankingIndex, brief: ResolvedBrief, likeness: Likeness | null): Prepared;
}

/** What a rule contributes to one search. Whatever it leaves out, it has no opinion on. */
export interface Prepared {
  /** Sought in the postings; they make the score and the reasons. */
  readonly asks?: readonly Ask[];
  /** Constraints: one that a song is known to break cuts the song. */
  readonly checks?: readonly ConstraintCheck[];
  /** Songs that are left out without a verdict, because the brief names them. */
  readonly bars?: readonly ((place: number) => boolean)[];
  /** Of versions that keep the promises equally well, how far one is from what suits: the nearest is put forward. */
  readonly prefers?: readonly ((file: number) => number)[];
  /** Rearranges a finished order; see the diversity rule. */
  readonly arrange?: (ordered: readonly Ranked[]) => readonly Ranked[];
  /** What the catalog cannot serve, in plain language. */
  readonly unserved?: readonly string[];
}

/** The best of an ask's terms counts whole, each further one a quarter. */
export interface Ask {
  /** Above 0 speaks for a song, below 0 against it. In units of one plain wish, before normalisation. */
  readonly weight: number;
  /** What the ask weighs in a song's band; 0 for what a client would not miss. */
  readonly share: number;
  readonly sought: Sought;
  readonly terms: readonly AskTerm[];
}

/** What an ask is about, for people. */
export interface Sought {
  /** The concept, the word or whom. */
  readonly name: string;
  /** The client's words that led to it; "" of what nobody said a word of. */
  readonly said: string;
  /** Whether `said` is a name of it; a scene only implies what it asks for. */
  readonly isNamed: boolean;
  /** Nobody said it: `said` is what was seen. */
  readonly isSeen?: true;
}

/** A word or phrase that is sought as it was said. */
export function soughtWord(said: string): Sought {
  return { name: said, said, isNamed: true };
}

/** How a term shows what is sought: the tag itself, one near it or contrary to it, a tag the song is likely to deserve, … */
export type Shows = "tag" | "near tag" | "contrary tag" | "likely tag" | "word" | "artist";

export interface AskTerm {
  readonly term: number;
  /** The share of the ask that the term serves, 0 to 1. */
  readonly part: number;
  readonly shows: Shows;
  /** The tag as the vocabulary or the client spells it, the word, or the artist's name. */
  readonly name: string;
}

/** A song's verdict, or one full version's: the song then stands as its best version does. */
export type ConstraintCheck = {
  /** By describeConstraint. */
  readonly constraint: string;
  /** What an unknown costs: a song's place depends first on the sum of these, then on its score. */
  readonly doubt: number;
  /**
   * A fact that is worth telling of a song that meets it; null for what goes without saying. `file` is the
   * version by which it was judged.
   */
  reason(place: number, file: number | null): string | null;
  /** The same verdicts as `judge` gives, where one column decides: a scanner then looks through a million songs itself. */
  readonly column?: ColumnTest;
} & (
  | { readonly of: "song"; judge(place: number): Verdict }
  | {
      readonly of: "version";
      judge(file: number): Verdict;
      /** How far a version that is not cut is from what was asked for: of equals the nearest is put forward. */
      distance?(file: number): number;
    }
);

/** A candidate in the order of the scan: by doubt, score, id. */
export interface Ranked {
  readonly place: number;
  readonly doubt: number;
  readonly score: number;
  /** What arrangements did with the song, or for it; none where the field is missing. */
  readonly moves?: readonly Move[];
}

/** What an arrangement did, in plain words; `reason` where it is worth telling in the answer too. */
export interface Move {
  readonly rule: string;
  readonly told: string;
  readonly reason: string | null;
  /** What it gave the score, or took from it; nothing where the field is missing. */
  readonly points?: number;
}

/** The song with one more move to tell of. */
export function moved(song: Ranked, move: Move): Ranked {
  return { ...song, moves: [...(song.moves ?? []), move] };
}

/** Below 0 if `a` comes before `b`: less doubt first, then the higher score, then the lower place, which is the lower song id. */
export function compareRanked(a: Ranked, b: Ranked): number {
  return a.doubt - b.doubt || b.score - a.score || a.place - b.place;
}

/** The songs as `rescore` changes them, in their new order. */
export function rescored(ordered: readonly Ranked[], rescore: (song: Ranked) => Ranked): readonly Ranked[] {
  return ordered.map(rescore).sort(compareRanked);
}

/** An unknown weighs more than any number of lesser ones: voices before explicit words before everything else. */
export const DOUBT = { vocals: 1024, explicit: 32, other: 1 } as const;
