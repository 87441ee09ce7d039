import type { Passage } from "./passage.ts";

/** Shorter briefs have no asides: every wish counts in full. */
const LONG_WORDS = 80;

/** The title and the first sentences say what is wanted; the rest describes it. */
const OPENING_WORDS = 40;

const ASIDE = 0.7;
const REMARK = 0.85;

const CENTRAL =
  /(?<!\w)(?:above all|most important(?:ly)?|first and foremost|the (?:main|key|most important|central|core|crucial) (?:thing|point|part|word|idea)|the (?:heart|core|essence) of|is (?:key|crucial|essential|central)|crucial(?:ly)?|essential|must(?: have| be| feel| sound)?|absolutely|no matter what|in one word|in a nutshell|looking for)(?!\w)/u;

/** Returns how central a wish is in a long brief: 1, or less for a remark or a wish in brackets. */
export function centrality(passage: Passage, at: number): number {
  if (passage.tokens.length < LONG_WORDS || at < OPENING_WORDS) return 1;
  const start = passage.tokens[at]?.start ?? 0;
  const sentence = sentenceAround(passage.lower, start);
  if (CENTRAL.test(sentence.text)) return 1;
  const before = sentence.text.slice(0, start - sentence.start);
  return before.lastIndexOf("(") > before.lastIndexOf(")") ? ASIDE : REMARK;
}

function sentenceAround(text: string, place: number): { readonly text: string; readonly start: number } {
  const before = Math.max(...[". ", "! ", "? ", "\n"].map((stop) => text.lastIndexOf(stop, place - 1)));
  const start = before + 1;
  const after = text.slice(place).search(/[.!?](?:\s|$)|\n/);
  return { text: text.slice(start, after < 0 ? text.length : place + after), start };
}
