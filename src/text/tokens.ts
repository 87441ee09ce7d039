import { fold } from "./words.ts";
import { stem } from "./stem.ts";

/**
 * What separates a token from the one before it, from the closest to the farthest. Phrases and negations end at the
 * farther ones.
 */
export type Gap = "none" | "hyphen" | "space" | "comma" | "clause" | "sentence";

/** One word of a brief. `start` and `end` are offsets in the passage's text. */
export interface Token {
  readonly word: string;
  readonly stem: string;
  readonly start: number;
  readonly end: number;
  readonly gap: Gap;
}

const WORD = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{N}]+)*/gu;

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

/**
 * Normalises a brief before it is read: NFKC, one kind of apostrophe and hyphen, wrapped lines joined, and operators
 * replaced by words.
 */
export function normalise(text: string): string {
  const plain = text
    .normalize("NFKC")
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

function isWrapped(text: string, at: number): boolean {
  const line = text.slice(Math.max(0, at - WRAPPED_MIN), at);
  return line.length === WRAPPED_MIN && !line.includes("\n") && !/[.!?:;]$/.test(line);
}

export function tokenise(text: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of text.matchAll(WORD)) {
    const word = fold(match[0]).replace(/'/g, "");
    tokens.push({
      word,
      stem: stem(word),
      start: match.index,
      end: match.index + match[0].length,
      gap: tokens.length === 0 ? "sentence" : gapOf(text.slice(end, match.index)),
    });
    end = match.index + match[0].length;
  }
  return tokens;
}

function gapOf(between: string): Gap {
  if (between === "-" || between === "&" || between === "/") return between === "/" ? "comma" : "hyphen";
  if (/[.!?\n]/.test(between)) return "sentence";
  if (/[;:()–—"“”„«»|•*]|\s-\s/.test(between)) return "clause";
  return between.includes(",") || between.includes("/") ? "comma" : "space";
}

/** Whether only a space or a hyphen separates the token from the one before. */
export function isNear(token: Token): boolean {
  return token.gap === "space" || token.gap === "hyphen";
}
