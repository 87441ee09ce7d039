import { foreignStem } from "./foreign-stem.ts";
import { type Foreign, foreignIn, type LanguageSet } from "./language-set.ts";
import { spokenIn } from "./languages.ts";
import { splitElided } from "./elision.ts";
import { normalise, type Token, tokenise } from "./tokens.ts";

/** A query or a context while it is read: recognisers claim the words that they have understood. */
export interface Passage {
  /** Normalised, in the client's case. */
  readonly text: string;
  /** The same length as `text`. */
  readonly lower: string;
  readonly tokens: readonly Token[];
  /** By token: understood, and of no further use. */
  readonly claimed: boolean[];
  /** By token: 1 as written, below 0 turned round by a negation. */
  readonly polarity: number[];
  /** The foreign languages spoken in it. */
  readonly languages: LanguageSet;
  /** By token: those of them that outweigh English in its sentence. */
  readonly lead: readonly LanguageSet[];
  /** By language spoken, by token: what the forms of the word share. */
  readonly foreignStems: ReadonlyMap<Foreign, readonly string[]>;
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
    claimed: tokens.map(() => false),
    polarity: tokens.map(() => 1),
    languages: spoken.languages,
    lead,
    foreignStems,
  };
}

/** The tokens that a stretch of text touches: first, and last + 1. */
export function tokensWithin(passage: Passage, start: number, end: number): readonly [from: number, to: number] {
  const from = passage.tokens.findIndex((token) => token.end > start);
  if (from < 0) return [0, 0];
  let to = from;
  while (to < passage.tokens.length && (passage.tokens[to]?.start ?? end) < end) to++;
  return [from, to];
}

export function claim(passage: Passage, from: number, to: number): void {
  passage.claimed.fill(true, from, to);
}
