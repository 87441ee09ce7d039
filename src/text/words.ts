import { toNormalForm } from "../lib/to-normal-form.ts";

/** Longer words are keys, hashes or noise and are left out. */
const WORD_LENGTH_MAX = 40;

const HYPHEN = 45;

/** Folds case, compatibility forms and accents, so that spellings of one word become equal. Apostrophes stay. */
export function fold(text: string): string {
  if (isPlain(text)) return text;
  const lower = text.toLowerCase();
  return isPlain(lower)
    ? lower
    : toNormalForm(lower, "NFKD")
        .replace(/\p{M}+/gu, "")
        .replace(/ß/g, "ss")
        // Mathematical capitals have no lower case before NFKD makes them plain letters.
        .toLowerCase();
}

/** Gets one word: `text` from `start` to before `end`. */
export type WordVisitor = (text: string, start: number, end: number) => void;

/**
 * Calls `visit` with every folded word of a text. A hyphenated compound is visited in parts and as one word ("lo-fi":
 * lo, fi, lofi), so that all its spellings match. Passes offsets, so that plain words need no new string.
 */
export function eachWord(text: string, visit: WordVisitor): void {
  const folded = fold(text);
  const { length } = folded;
  let compound = "";
  let apostrophe = false;
  let start = -1;
  for (let at = 0; at <= length; at++) {
    const code = at < length ? folded.charCodeAt(at) : 32;
    if (isWordCode(code) && (!isSurrogate(code) || isWordPair(folded, at))) {
      if (start < 0) start = at;
      continue;
    }
    if (start < 0) continue;
    const continues = at + 1 < length && isWordCode(folded.charCodeAt(at + 1));
    if (continues && isApostrophe(code)) {
      apostrophe = true;
      continue;
    }
    if (apostrophe) visitWhole(withoutApostrophes(folded.slice(start, at)), visit);
    else if (at - start <= WORD_LENGTH_MAX) visit(folded, start, at);
    const joins = continues && code === HYPHEN;
    if (joins || compound !== "") compound += withoutApostrophes(folded.slice(start, at));
    if (!joins && compound !== "") {
      visitWhole(compound, visit);
      compound = "";
    }
    start = -1;
    apostrophe = false;
  }
}

function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdfff;
}

/** Whether the surrogate pair at `at` is a letter or digit. Rare scripts are words, emoji are not. */
function isWordPair(text: string, at: number): boolean {
  const isLowHalf = text.charCodeAt(at) >= 0xdc00;
  return /^[\p{L}\p{N}]/u.test(String.fromCodePoint(text.codePointAt(isLowHalf ? at - 1 : at) ?? 0));
}

export function words(text: string): string[] {
  if (isPlainWord(text)) return text.length <= WORD_LENGTH_MAX ? [text] : [];
  const found: string[] = [];
  eachWord(text, (whole, start, end) => found.push(whole.slice(start, end)));
  return found;
}

function visitWhole(word: string, visit: WordVisitor): void {
  if (word.length <= WORD_LENGTH_MAX) visit(word, 0, word.length);
}

export function withoutApostrophes(word: string): string {
  return word.includes("'") || word.includes("’") ? word.replace(/['’]/g, "") : word;
}

/** Whether the text is ASCII without capitals, which folding does not change. */
function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 127 || (code >= 65 && code <= 90)) return false;
  }
  return true;
}

/** Whether the text is one word of ASCII letters without capitals, and digits. Most texts of wishes are. */
function isPlainWord(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 48 || code > 122 || (code > 57 && code < 97)) return false;
  }
  return text !== "";
}

function isApostrophe(code: number): boolean {
  return code === 39 || code === 0x2019;
}

function isWordCode(code: number): boolean {
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
  // isWordPair judges surrogate pairs.
  return (code >= 0xd800 && code <= 0xdfff) || /[\p{L}\p{N}]/u.test(String.fromCharCode(code));
}
