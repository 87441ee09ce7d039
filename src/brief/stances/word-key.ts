import { isNumber } from "../../text/digits.ts";

/** Letters of a word that count, so that inflections share a feature. */
const WORD_CHARS = 5;

/** Returns what a word counts as in the names of features: its beginning, or its number of digits. */
export function wordKey(word: string | undefined): string {
  if (word === undefined) return "";
  return isNumber(word) ? "0".repeat(word.length) : word.slice(0, WORD_CHARS);
}
