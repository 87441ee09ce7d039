import type { Passage } from "./passage.ts";

/** Shorter briefs have no asides: every wish counts in full. */
const LONG_WORDS = 80;

/** The title and the first sentences say what is wanted; the rest describes it. */
const OPENING_WORDS = 40;

const ASIDE = 0.7;
const REMARK = 0.85;

const CENTRAL =
  /(?<!\w)(?:above all|most important(?:ly)?|first and foremost|the (?:main|key|most important|central|core|crucial) (?:thing|point|part|word|idea)|the (?:heart|core|essence) of|is (?:key|crucial|essential|central)|crucial(?:ly)?|essential|must(?: have| be| feel| sound)?|absolutely|no matter what|in one word|in a nutshell|looking for)(?!\w)/u;

/**
 * Returns how central a wish at a token is in a long brief: 1, or less for a remark or a wish in brackets. Call it for
 * tokens in their order, so that it reads each sentence once.
 */
export function centralityIn({ tokens, lower }: Passage): (at: number) => number {
  let sentence: Sentence = { start: 0, end: 0, isCentral: false };
  let read = 0;
  let isAside = false;
  return (at) => {
    if (tokens.length < LONG_WORDS || at < OPENING_WORDS) return 1;
    const place = tokens[at]?.start ?? 0;
    if (place < read || place >= sentence.end) {
      sentence = sentenceAround(lower, place);
      read = sentence.start;
      isAside = false;
    }
    for (; read < place; read++) {
      if (lower[read] === "(") isAside = true;
      else if (lower[read] === ")") isAside = false;
    }
    return sentence.isCentral ? 1 : isAside ? ASIDE : REMARK;
  };
}

/** A sentence between two offsets of a text. */
interface Sentence {
  readonly start: number;
  readonly end: number;
  readonly isCentral: boolean;
}

function sentenceAround(text: string, place: number): Sentence {
  let start = place;
  while (start > 0 && !isStop(text, start - 1)) start--;
  const after = text.slice(place).search(/[.!?](?:\s|$)|\n/);
  const end = after < 0 ? text.length : place + after;
  return { start, end, isCentral: CENTRAL.test(text.slice(start, end)) };
}

function isStop(text: string, at: number): boolean {
  const char = text[at];
  return char === "\n" || (text[at + 1] === " " && (char === "." || char === "!" || char === "?"));
}
