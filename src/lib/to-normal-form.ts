/**
 * Longest run of marks that is normalised at once, as in the Stream-Safe Text Format (Unicode Standard Annex 15, section
 * 13). Text of any language has far shorter runs.
 */
const MARKS_MAX = 30;

/** U+FF9E and U+FF9F are letters, but their compatibility forms are marks. */
const FULL_RUN = new RegExp(String.raw`[\p{M}\uff9e\uff9f]{${MARKS_MAX}}(?=[\p{M}\uff9e\uff9f])`, "gu");

/** Code points of the longest text that composes to one code point, as U+1F82 does. */
const COMPOSED_MAX = 4;
const UNITS_MAX = 2;

type NormalForm = "NFC" | "NFD" | "NFKC" | "NFKD";

/**
 * Returns the text in a Unicode normal form, in linear time. `String.prototype.normalize` sorts each run of combining
 * marks in quadratic time: 60,000 marks take 15 seconds. So longer runs are normalised in parts, and only marks within
 * one part are sorted.
 */
export function toNormalForm(text: string, form: NormalForm): string {
  if (text.length <= MARKS_MAX) return text.normalize(form);
  const parts: string[] = [];
  let start = 0;
  for (const { 0: run, index } of text.matchAll(FULL_RUN)) {
    const end = index + run.length;
    parts.push(text.slice(start, end).normalize(form));
    start = end;
  }
  return parts.join("") + text.slice(start).normalize(form);
}

/** Returns the length in code points after NFC. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of toNormalForm(text, "NFC")) length += 1;
  return length;
}

/** Whether a text has more than `max` code points after NFC. A far longer text is not normalised. */
export function isLongerThan(text: string, max: number): boolean {
  return text.length > max * COMPOSED_MAX * UNITS_MAX || lengthOf(text) > max;
}
