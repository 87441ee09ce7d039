import { type Lexeme, lexemeOf } from "./lexeme.ts";
import { fold, withoutApostrophes } from "./words.ts";
import { toNormalForm } from "../lib/to-normal-form.ts";

/**
 * What separates a token from the one before it, from the closest to the farthest. Phrases and negations end at the
 * farther ones.
 */
export type Gap = "none" | "hyphen" | "space" | "comma" | "clause" | "sentence";

/** One word of a brief. `start` and `end` are offsets in the passage's text. */
export interface Token {
  readonly word: string;
  readonly stem: string;
  /** The word with what is known of it. */
  readonly lexeme: Lexeme;
  readonly start: number;
  readonly end: number;
  readonly gap: Gap;
}

/** A word, from the place where it begins. */
const WORD = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{N}]+)*/uy;

/**
 * A line break that a mail program added: the line before it is long, and a small letter follows. Any other line break
 * ends a sentence.
 */
const WRAP = /\n(?=\p{Ll})/gu;
const WRAPPED_MIN = 50;

/** "w/o vocals", "w/ piano". */
const WITHOUT = /(?<![\p{L}\p{N}])w\/o(?:ut)?(?![\p{L}\p{N}]) */giu;
const WITH = /(?<![\p{L}\p{N}])w\/ *(?=[\p{L}\p{N}])/giu;

/**
 * Operators of search boxes: "!drums" and "mood != sad". "-vocals" is one only in a text that also has "+piano";
 * otherwise the hyphen is a bullet. `UNEQUAL` matches only from the first of several spaces, so that the time is linear
 * in the length of the text.
 */
const UNEQUAL = /(?<! ) *!= */g;
const BANG = /(?<![^\s,;(])!(\p{L}[\p{L}-]*)/gu;
const PLUS = /(?<![^\s,;(])\+(?=\p{L})/gu;
const MINUS = /(?<![^\s,;(])-(?=\p{L})/gu;

/** The name and the time above each message of a chat: "**Ines** 9:14 AM", "Ines — Today at 9:14", "Ines 9:14". */
const MESSAGE_HEAD =
  /^[ \t]*(\*\*)?(\p{Lu}[\p{L}.' -]{0,30}?)(?:\*\*)?[ \t]+([–—-] ?)?(?:((?:[Tt]oday|[Yy]esterday) at) )?(\[)?\d{1,2}[:.]\d{2}( ?[AaPp][Mm])?\]?:?[ \t]*\n/gmu;

/** The same at the beginning of a message: "[10:02] jules: who has the beach montage". */
const MESSAGE_START = /^\[\d{1,2}[:.]\d{2}(?:[:.]\d{2})?\] (\p{L}[\p{L} .'-]{0,20}): /gmu;

/** Other texts can have one such line, for example a heading. */
const MESSAGES_MIN = 2;

/**
 * Normalises a brief before it is read: NFKC, one kind of apostrophe and hyphen, wrapped lines joined, heads of messages left
 * out, and operators replaced by words.
 */
export function normalise(text: string): string {
  const plain = withoutHeads(toNormalForm(text, "NFKC"))
    .replace(/[’‘ʼ`´]/g, "'")
    .replace(/[‐‑‒]/g, "-")
    .replace(WITHOUT, "without ")
    .replace(WITH, "with ")
    .replace(UNEQUAL, " not ")
    .replace(BANG, "no $1,");
  return (plain.search(PLUS) >= 0 ? plain.replace(MINUS, ", no ").replace(PLUS, ", ") : plain).replace(
    WRAP,
    (stop, at: number, whole: string) => (isWrapped(whole, at) ? " " : stop),
  );
}

function withoutHeads(text: string): string {
  const heads = Array.from(text.matchAll(MESSAGE_HEAD));
  // A list of cues ("Car chase 1:30") has neither marks of a chat nor names that come back.
  const isMarked = heads.every(([, bold, , dash, day, bracket, half]) =>
    [bold, dash, day, bracket, half].some(Boolean),
  );
  const isRepeated = new Set(heads.map(([, , name]) => name)).size < heads.length;
  const read = heads.length >= MESSAGES_MIN && (isMarked || isRepeated) ? text.replace(MESSAGE_HEAD, "") : text;
  if (!read.startsWith("[") && !read.includes("\n[")) return read;
  const names = Array.from(read.matchAll(MESSAGE_START), ([, name]) => name);
  // A list of cues has other labels, and most of them once.
  return new Set(names).size < names.length ? read.replace(MESSAGE_START, "") : read;
}

function isWrapped(text: string, at: number): boolean {
  const line = text.slice(Math.max(0, at - WRAPPED_MIN), at);
  return line.length === WRAPPED_MIN && !line.includes("\n") && !/[.!?:;]$/.test(line);
}

export function tokenise(text: string): Token[] {
  const tokens: Token[] = [];
  let before = 0;
  for (let start = 0; start < text.length;) {
    const end = wordEnd(text, start);
    if (end === start) {
      start += (text.codePointAt(start) ?? 0) > LAST_OF_ONE_UNIT ? 2 : 1;
      continue;
    }
    const lexeme = lexemeOf(withoutApostrophes(fold(text.slice(start, end))));
    const { word, stem } = lexeme;
    const gap = tokens.length === 0 ? "sentence" : gapOf(text, before, start);
    tokens.push({ word, stem, lexeme, start, end, gap });
    before = end;
    start = end;
  }
  return tokens;
}

/** Returns the end of the word that begins at `start`; `start` if none does. The pattern reads only what is not ASCII. */
function wordEnd(text: string, start: number): number {
  let end = start;
  while (isAsciiWord(text.charCodeAt(end))) end++;
  const next = text.charCodeAt(end);
  const isOver = next < NOT_ASCII ? next !== APOSTROPHE || end === start : Number.isNaN(next);
  if (isOver) return end;
  WORD.lastIndex = start;
  return WORD.test(text) ? WORD.lastIndex : start;
}

/** The last code point that is one unit of a string. */
const LAST_OF_ONE_UNIT = 0xffff;
const APOSTROPHE = 39;
const NOT_ASCII = 128;

function isAsciiWord(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
}

const SPACE = 32;

/** Returns what separates two words: the text from `from` to before `to`. */
function gapOf(text: string, from: number, to: number): Gap {
  if (to === from + 1 && text.charCodeAt(from) === SPACE) return "space";
  const between = text.slice(from, to);
  if (between === "-" || between === "&" || between === "/") return between === "/" ? "comma" : "hyphen";
  if (/[.!?\n]/.test(between)) return "sentence";
  if (/[;:()–—"“”„«»|•*]|\s-\s/.test(between)) return "clause";
  return between.includes(",") || between.includes("/") ? "comma" : "space";
}

/** Whether only a space or a hyphen separates the token from the one before. */
export function isNear(token: Token): boolean {
  return token.gap === "space" || token.gap === "hyphen";
}
