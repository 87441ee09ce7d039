import { foreignStem } from "../text/foreign-stem.ts";
import { type Foreign, foreignIn, type LanguageSet } from "../text/language-set.ts";
import { spokenIn } from "./spoken-languages.ts";
import { splitElided } from "../text/elision.ts";
import { normalise, type Token, tokenise } from "../text/tokens.ts";

/** The steps that read a passage, in this order. */
export type ReadingStep = "negation" | "constraint" | "logistics" | "name" | "wish";

/** A query or a context while it is read: each step claims the words that it has understood. */
export interface Passage {
  /** Normalised, in the client's case; slips are set right, and `corrections` has how they were written. */
  readonly text: string;
  /** The same length as `text`. */
  readonly lower: string;
  readonly tokens: readonly Token[];
  /** By token: the step that understood it, or null. Later steps pass over a claimed token. */
  readonly claimed: (ReadingStep | null)[];
  /** By token: 1 as written, below 0 turned round by a negation. */
  readonly polarity: number[];
  readonly corrections: readonly PlacedCorrection[];
  /** Words that are none, and for which none was found. */
  readonly strange: ReadonlySet<string>;
  /** The foreign languages spoken in it. */
  readonly languages: LanguageSet;
  /** By token: those of them that outweigh English in its sentence. */
  readonly lead: readonly LanguageSet[];
  /** By language spoken, by token: what the forms of the word share. */
  readonly foreignStems: ReadonlyMap<Foreign, readonly string[]>;
}

/** A word that was set right. `start` and `end` are its places in the passage's text. */
export interface PlacedCorrection {
  readonly start: number;
  readonly end: number;
  /** As the client wrote it. */
  readonly from: string;
  readonly to: string;
}

export function passageOf(text: string): Passage {
  const normal = normalise(text);
  const plain = tokenise(normal);
  // Lower-casing may lengthen a letter ("İ"); places in the text must keep.
  const lower = Array.from(normal, (char) =>
    char.toLowerCase().length === char.length ? char.toLowerCase() : char,
  ).join("");
  const spoken = spokenIn(normal, plain);
  const { tokens, lead } = splitElided(lower, plain, spoken);
  const foreignStems = new Map(
    foreignIn(spoken.languages).map((language) => [
      language,
      tokens.map((token) => foreignStem(language, lower.slice(token.start, token.end))),
    ]),
  );
  return {
    text: normal,
    lower,
    tokens,
    claimed: tokens.map(() => null),
    polarity: tokens.map(() => 1),
    corrections: [],
    strange: new Set(),
    languages: spoken.languages,
    lead,
    foreignStems,
  };
}

/** What the client wrote from one place of the text to another. */
export function clientWords(passage: Passage, start: number, end: number): string {
  let words = "";
  let from = start;
  for (const correction of passage.corrections) {
    if (correction.start < from || correction.end > end) continue;
    words += passage.text.slice(from, correction.start) + correction.from;
    from = correction.end;
  }
  return words + passage.text.slice(from, end);
}

/** The words of consecutive tokens as the client wrote them. */
export function written(passage: Passage, from: number, to: number): string {
  return clientWords(passage, passage.tokens[from]?.start ?? 0, passage.tokens[to - 1]?.end ?? 0);
}

/** The tokens that a stretch of text touches: first, and last + 1. */
export function tokensWithin(passage: Passage, start: number, end: number): readonly [from: number, to: number] {
  const from = passage.tokens.findIndex((token) => token.end > start);
  if (from < 0) return [0, 0];
  let to = from;
  while (to < passage.tokens.length && (passage.tokens[to]?.start ?? end) < end) to++;
  return [from, to];
}

/** Claims the tokens `from` to before `to` for a step. A token stays with the step that claimed it first. */
export function claim(passage: Passage, step: ReadingStep, from: number, to: number): void {
  for (let at = from; at < Math.min(to, passage.claimed.length); at++) passage.claimed[at] ??= step;
}

/** Whether a step has claimed the token. False beyond the passage's ends. */
export function isClaimed(passage: Passage, at: number): boolean {
  return (passage.claimed[at] ?? null) !== null;
}

/** Whether steps have claimed every token from `from` to before `to`. */
export function isAllClaimed({ claimed }: Passage, from: number, to: number): boolean {
  return claimed.slice(from, to).every((step) => step !== null);
}
