import { isNear, type Token } from "./tokens.ts";

/** The letters of a key that words are compared with, and the bits of the table of their hashes. */
const LETTERS = 7;
const HASH_BITS = 18;

/**
 * Returns a test whether a phrase of several words can begin at a token: "hip" and "hop" begin "hiphopbeat". Keys are
 * words joined without spaces and without "and", in the form that `formOf` returns. The test compares hashes of letters,
 * so it joins no strings. Rarely, it is true for words that begin no key.
 */
export function beginningsOf(
  keys: Iterable<string>,
  formOf: (token: Token) => string,
): (tokens: readonly Token[], at: number) => boolean {
  const isHash = hashesOf(keys);
  return (tokens, at) =>
    beginsAt(tokens, at, isHash, (token, place) => (place > at && token.word === "and" ? null : formOf(token)));
}

/** The same for keys of joined forms, which keep "and". The forms of a text's tokens are in a list of their own. */
export function beginningsOfForms(
  keys: Iterable<string>,
): (forms: readonly string[], tokens: readonly Token[], at: number) => boolean {
  const isHash = hashesOf(keys);
  return (forms, tokens, at) => beginsAt(tokens, at, isHash, (_, place) => forms[place] ?? "");
}

/** `formAt` returns null for a word that is left out. */
function beginsAt(
  tokens: readonly Token[],
  at: number,
  isHash: (hash: number) => boolean,
  formAt: (token: Token, place: number) => string | null,
): boolean {
  let hash = 0;
  let left = LETTERS;
  for (let to = at; to < tokens.length; to++) {
    const token = tokens[to];
    if (token === undefined || (to > at && !isNear(token))) return false;
    const form = formAt(token, to);
    if (form === null) continue;
    hash = hashOf(form, hash, left);
    left -= form.length;
    // The words so far are a short key, or those to come can only be the rest of a long one.
    if (to > at && isHash(hash)) return true;
    if (to > at && left <= 0) return false;
  }
  return false;
}

/** Returns a test for the hashes of the first letters of some keys. */
function hashesOf(keys: Iterable<string>): (hash: number) => boolean {
  const bits = new Uint8Array(2 ** HASH_BITS / 8);
  for (const key of keys) {
    const bit = bitOf(hashOf(key, 0, LETTERS));
    bits[bit >>> 3] = (bits[bit >>> 3] ?? 0) | (1 << (bit & 7));
  }
  return (hash) => {
    const bit = bitOf(hash);
    return ((bits[bit >>> 3] ?? 0) & (1 << (bit & 7))) !== 0;
  };
}

/** Returns a hash of the first letters of a text, continued from that of the letters before it. */
function hashOf(text: string, before: number, letters: number): number {
  const end = Math.min(text.length, letters);
  let hash = before;
  for (let at = 0; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x9e3779b1);
  return hash;
}

function bitOf(hash: number): number {
  return hash >>> (32 - HASH_BITS);
}
