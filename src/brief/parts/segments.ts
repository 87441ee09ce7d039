import type { Token } from "../../text/tokens.ts";

/** A stretch of text between two offsets, with its words. */
export interface Segment {
  readonly start: number;
  readonly end: number;
  readonly tokens: readonly Token[];
}

/** Longer segments are divided, because a text without punctuation can have several parts. */
const WORDS_MAX = 40;

/**
 * The end of a sentence, a line, or a clause before a semicolon, colon or dash. A run of stops matches only at its
 * first stop, so that the time is linear in the length of the text.
 */
const BOUNDARY = /(?<![.!?…])[.!?…]+["”»')]*(?=\s|$)|[;:](?=\s)|[^\S\r\n][—–-]\s|[\r\n]+|$/gu;

/** Splits a text into segments. Stretches without a word are left out. */
export function segmentsOf(text: string, tokens: readonly Token[]): readonly Segment[] {
  const segments: Segment[] = [];
  let start = 0;
  let first = 0;
  for (const { index, 0: boundary } of text.matchAll(BOUNDARY)) {
    const end = index + boundary.length;
    let last = first;
    while ((tokens[last]?.start ?? end) < end) last++;
    segments.push(...divided({ start, end, tokens: tokens.slice(first, last) }));
    start = end;
    first = last;
  }
  return segments;
}

function divided({ start, end, tokens }: Segment): readonly Segment[] {
  return Array.from({ length: Math.ceil(tokens.length / WORDS_MAX) }, (_, piece) => ({
    start: piece === 0 ? start : (tokens[piece * WORDS_MAX]?.start ?? start),
    end: tokens[(piece + 1) * WORDS_MAX]?.start ?? end,
    tokens: tokens.slice(piece * WORDS_MAX, (piece + 1) * WORDS_MAX),
  }));
}
