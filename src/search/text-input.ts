/** Characters of `query` and of `context`: Unicode code points after NFC. */
export const TEXT_LENGTH_MAX = 2_000;
/** Letters and digits that a context must hold when it is the only input. */
export const SUBSTANCE_MIN = 12;

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** The length the limits speak of. A text is refused early by its UTF-16 length, which is never less than half of it. */
export function lengthOf(text: string): number {
  return Array.from(text.normalize("NFC")).length;
}

/** A text with no letter and no digit counts as absent. */
export function presentText(text: string | null): string | null {
  return text !== null && LETTER_OR_DIGIT.test(text) ? text : null;
}

/**
 * How many letters and digits a text holds, a run of one character counted at most twice. What stands between
 * letters does not end a run: "a a a a" says no more than "aaaa".
 */
export function substanceOf(text: string): number {
  let count = 0;
  let previous = "";
  let run = 0;
  for (const character of text.normalize("NFC")) {
    if (!LETTER_OR_DIGIT.test(character)) continue;
    run = character === previous ? run + 1 : 1;
    previous = character;
    if (run <= 2) count += 1;
  }
  return count;
}
