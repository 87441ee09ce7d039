import { stemmer } from "stemmer";
import { memoize } from "../lib/memoize.ts";
import { once } from "../lib/once.ts";

/** Longer runs are keys, hashes or noise; nobody searches for their end. */
const WORD_LENGTH_MAX = 40;

const HYPHEN = 45;

/** Words whose Porter stem is that of a quite different musical word (organic and organ, metallic and metal). */
const STEM_EXCEPTIONS: ReadonlyMap<string, string> = new Map(
  (
    "organic metallic news universal classics instrumental instrumentals musical recorder recorders blues keys moving training " +
    "living loving building touching falling"
  )
    .split(" ")
    .map((word): [string, string] => [word, word.replace(/(?<=instrumental|recorder)s$/, "")]),
);

/** Lower case, compatibility forms and accents folded, apostrophes kept: what two spellings of a word share. */
export function fold(text: string): string {
  if (isPlain(text)) return text;
  const lower = text.toLowerCase();
  return isPlain(lower)
    ? lower
    : lower
        .normalize("NFKD")
        .replace(/\p{M}+/gu, "")
        .replace(/ß/g, "ss")
        // Mathematical capitals have no lower case until they are plain ones.
        .toLowerCase();
}

/** A word, from `start` to before `end` in `text`. */
export type WordVisitor = (text: string, start: number, end: number) => void;

/**
 * Calls `visit` with every word of a text, folded. A hyphenated compound is visited joined as well as in parts
 * ("lo-fi": lo, fi, lofi), so that all its spellings meet. No string is made of a plain word.
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
    const goesOn = at + 1 < length && isWordCode(folded.charCodeAt(at + 1));
    if (goesOn && isApostrophe(code)) {
      apostrophe = true;
      continue;
    }
    if (apostrophe) visitWhole(plain(folded.slice(start, at)), visit);
    else if (at - start <= WORD_LENGTH_MAX) visit(folded, start, at);
    const joins = goesOn && code === HYPHEN;
    if (joins || compound !== "") compound += plain(folded.slice(start, at));
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

/** Whether the pair that `at` is a half of is a letter or digit: rare scripts are words, emoji are not. */
function isWordPair(text: string, at: number): boolean {
  const isLowHalf = text.charCodeAt(at) >= 0xdc00;
  return /^[\p{L}\p{N}]/u.test(String.fromCodePoint(text.codePointAt(isLowHalf ? at - 1 : at) ?? 0));
}

export function words(text: string): string[] {
  const found: string[] = [];
  eachWord(text, (whole, start, end) => found.push(whole.slice(start, end)));
  return found;
}

function visitWhole(word: string, visit: WordVisitor): void {
  if (word.length <= WORD_LENGTH_MAX) visit(word, 0, word.length);
}

/** Porter's stem of one folded word; other alphabets pass unchanged. */
export function stem(word: string): string {
  return stems()(word);
}

const stems = once(() => memoize((word: string) => STEM_EXCEPTIONS.get(word) ?? stemmer(word)));

/** The stems of a name's words. Rules ask for those of the same few thousand tags in every search, and of every hit. */
export function stemsOf(name: string): readonly string[] {
  return nameStems()(name);
}

const nameStems = once(() => memoize((name: string): readonly string[] => words(name).map(stem)));

/** One key for all spellings of a tag: "Hip-Hop", "hip hop", "hiphop"; "drums", "drum"; "drum & bass"; "electronic music". */
export function tagKey(tag: string): string {
  return tagKeys()(tag);
}

/** Rules ask for the keys of the same names in every search, and of every hit. */
const tagKeys = once(() =>
  memoize((tag: string) => {
    const parts = keyParts(tag);
    if (parts.length > 1 && parts.at(-1) === "music") parts.pop();
    return parts.map(stem).join("");
  }),
);

/** As tagKey, but "elevator music" stays two words: elevators are something else. */
export function stemKey(phrase: string): string {
  return keyParts(phrase).map(stem).join("");
}

/** As tagKey, but words stay as they are: "drums" and "drum" are two keys, "Hip-Hop" and "hip hop" one. */
export function wordKey(phrase: string): string {
  return keyParts(phrase).join("");
}

function keyParts(phrase: string): string[] {
  return fold(phrase)
    .split(/[^\p{L}\p{N}'’]+/u)
    .map(plain)
    .filter((part) => part !== "" && part !== "and");
}

function plain(word: string): string {
  return word.includes("'") || word.includes("’") ? word.replace(/['’]/g, "") : word;
}

/** ASCII without capitals folds to itself. */
function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 127 || (code >= 65 && code <= 90)) return false;
  }
  return true;
}

function isApostrophe(code: number): boolean {
  return code === 39 || code === 0x2019;
}

function isWordCode(code: number): boolean {
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
  // Halves of a pair are judged together, by isWordPair; what is left is judged by its class.
  return (code >= 0xd800 && code <= 0xdfff) || /[\p{L}\p{N}]/u.test(String.fromCharCode(code));
}
