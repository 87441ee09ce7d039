import { isFunctionWord } from "../../text/function-words.ts";
import { NO_LANGUAGE } from "../../text/language-set.ts";
import { fold } from "../../text/words.ts";

/** Letters of a word that count, so that inflections and related languages share a feature. */
const WORD_CHARS = 6;
const WORD_MIN = 3;
const WORD = /[\p{L}\p{M}]+/gu;

/** Returns the cues of a text: its words without endings, each once. */
export function cuesIn(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(WORD)].flatMap(([word]) => cueOf(fold(word)) ?? []));
}

/** Returns the cue that a folded word is; null for grammar of any language, numbers and very short words. */
export function cueOf(word: string): string | null {
  if (word.length < WORD_MIN || /\d/.test(word) || isFunctionWord(word, NO_LANGUAGE)) return null;
  return word.slice(0, WORD_CHARS);
}
