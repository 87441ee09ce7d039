import { toNormalForm } from "../lib/to-normal-form.ts";

/** Limit of `query` and of `context`, in Unicode code points after NFC. */
export const TEXT_LENGTH_MAX = 2_000;
/** The minimum number of letters and digits in a context that is the only input. */
export const LETTERS_MIN = 12;

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const WORDS = /[\p{L}\p{N}]+/gu;

/** Returns the text, or null if it has neither a letter nor a digit: such a text counts as absent. */
export function presentText(text: string | null): string | null {
  return text !== null && LETTER_OR_DIGIT.test(text) ? text : null;
}

/**
 * Counts the letters and digits of a text, at most two per run of one character. Words of nothing but this character are one run:
 * "a a a a" counts like "aaaa", but "all lost" has every letter.
 */
export function countLettersAndDigits(text: string): number {
  let count = 0;
  let previous = "";
  let run = 0;
  let wasOneCharacter = false;
  for (const [word] of toNormalForm(text, "NFC").matchAll(WORDS)) {
    const characters = Array.from(word);
    const isOneCharacter = characters.every((one) => one === characters[0]);
    if (!isOneCharacter || !wasOneCharacter) previous = "";
    wasOneCharacter = isOneCharacter;
    for (const character of characters) {
      run = character === previous ? run + 1 : 1;
      previous = character;
      if (run <= 2) count += 1;
    }
  }
  return count;
}
