import type { DescribedPart } from "../../schema/brief.ts";

/** Longer sentences are cut to this many characters around the words. */
const SENTENCE_CHARS_MAX = 80;
const ELLIPSIS = "…";

/**
 * Returns the sentence of a long text that asks for a wish, with the words that it has, or null if the text has none of
 * the words. A direction for the music comes first.
 */
export function askingSentence(from: readonly string[], parts: readonly DescribedPart[]): string | null {
  const directionsFirst = parts.toSorted((a, b) => Number(b.kind === "direction") - Number(a.kind === "direction"));
  const phrases = from.map(onOneLine);
  for (const { text } of directionsFirst) {
    for (const sentence of sentencesOf(text)) {
      for (const phrase of phrases) {
        const at = placeOf(phrase, sentence);
        if (at >= 0) return shortened(sentence, at, phrase.length);
      }
    }
  }
  return null;
}

function sentencesOf(text: string): readonly string[] {
  return text.split(/(?<=[.!?…])\s+|\n\s*\n|\n(?=\s*[-*•])/u).map(onOneLine);
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Returns where a sentence has the phrase as entire words, or -1. */
function placeOf(sought: string, sentence: string): number {
  if (sought === "") return -1;
  for (let at = sentence.indexOf(sought); at >= 0; at = sentence.indexOf(sought, at + 1)) {
    const around = [sentence[at - 1] ?? " ", sentence[at + sought.length] ?? " "];
    if (around.every((character) => !/[\p{L}\p{N}]/u.test(character))) return at;
  }
  return -1;
}

/** Cuts a sentence at spaces. A long stretch without spaces is cut at the words themselves. */
function shortened(sentence: string, at: number, length: number): string {
  if (sentence.length <= SENTENCE_CHARS_MAX) return sentence;
  const room = Math.max(0, SENTENCE_CHARS_MAX - length);
  const start = Math.min(Math.max(0, at - Math.floor(room / 2)), sentence.length - SENTENCE_CHARS_MAX);
  const space = sentence.indexOf(" ", start);
  const from = start === 0 ? 0 : space < 0 ? at : Math.min(space + 1, at);
  const most = start + Math.max(SENTENCE_CHARS_MAX, length);
  const isToEnd = most >= sentence.length;
  const to = isToEnd ? sentence.length : Math.max(sentence.lastIndexOf(" ", most - 1), at + length);
  return `${from === 0 ? "" : ELLIPSIS}${sentence.slice(from, to).trim()}${isToEnd ? "" : ELLIPSIS}`;
}
