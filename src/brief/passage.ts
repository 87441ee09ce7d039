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
}

export function passageOf(text: string): Passage {
  const normal = normalise(text);
  const tokens = tokenise(normal);
  // Lower-casing may lengthen a letter ("İ"); places in the text must keep.
  const lower = Array.from(normal, (char) =>
    char.toLowerCase().length === char.length ? char.toLowerCase() : char,
  ).join("");
  return { text: normal, lower, tokens, claimed: tokens.map(() => false), polarity: tokens.map(() => 1) };
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
