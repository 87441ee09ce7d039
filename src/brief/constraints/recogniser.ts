import type { Constraint } from "../../../schema/brief.ts";
import { canPromise } from "../parts/part-shares.ts";
import { claim, clientWords, isAllClaimed, type Passage, tokensWithin } from "../passage.ts";

/** Finds one kind of constraint in a passage and claims its words. Each file of this folder has one. */
export type Recogniser = (passage: Passage) => readonly Constraint[];

/**
 * A long pattern, and a short one for something that is in each of its matches. Most texts lack that, so the long pattern
 * is rarely tried, and only near what the short one finds. Both are global.
 */
export interface RarePattern {
  readonly pattern: RegExp;
  readonly needs: RegExp;
}

/** A match of a rare pattern begins at most this many characters before what it needs, and ends at most as many after. */
const NEAR_CHARS = 160;

/**
 * Runs a pattern over a passage and skips matches within claimed words, and constraints in parts of the text that cannot
 * state them. If `read` returns a constraint, the words of the match are claimed; if it returns null, the match means
 * something else.
 */
export function eachMatch(
  passage: Passage,
  searched: RegExp | RarePattern,
  read: (match: RegExpExecArray, polarity: number) => Constraint | null,
): Constraint[] {
  const found: Constraint[] = [];
  const matches = "needs" in searched ? rareMatches(passage.lower, searched) : matchesOf(passage.lower, searched, 0);
  for (const match of matches) {
    const [from, to] = tokensWithin(passage, match.index, match.index + match[0].length);
    if (from === to || isAllClaimed(passage, from, to)) continue;
    const polarity = passage.polarity[from] ?? 1;
    // Polarity 0 does not make a constraint: "doesn't need to be instrumental".
    const constraint = polarity === 0 ? null : read(match, polarity);
    if (constraint === null || !canPromise(passage, from, constraint.kind)) continue;
    claim(passage, "constraint", from, to);
    found.push(constraint);
  }
  return found;
}

/** Returns the matches of a global pattern from an offset on. `matchAll` would copy the pattern. */
function matchesOf(text: string, pattern: RegExp, from: number): RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  pattern.lastIndex = from;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    found.push(match);
    if (match[0] === "") pattern.lastIndex++;
  }
  return found;
}

/** Returns the matches of a rare pattern: it is tried only near what it needs. */
function rareMatches(text: string, { pattern, needs }: RarePattern): RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  const needed = matchesOf(text, needs, 0);
  let over = 0;
  for (let at = 0; at < needed.length;) {
    const start = Math.max(over, (needed[at]?.index ?? 0) - NEAR_CHARS);
    let end = 0;
    do {
      const { index = 0, 0: words = "" } = needed[at] ?? {};
      const reach = index + words.length + NEAR_CHARS;
      if (reach > end) end = afterWord(text, reach);
      at++;
    } while (at < needed.length && (needed[at]?.index ?? 0) - NEAR_CHARS <= end);
    const matches = matchesOf(text.slice(0, end), pattern, start);
    const last = matches.at(-1);
    if (last !== undefined) over = last.index + last[0].length;
    found.push(...matches);
  }
  return found;
}

/** Returns the end of the word at an offset or after it, so that a pattern does not take the cut for the end of the text. */
function afterWord(text: string, offset: number): number {
  let end = offset;
  while (end < text.length && isSpace(text.charCodeAt(end))) end++;
  while (end < text.length && !isSpace(text.charCodeAt(end))) end++;
  return Math.min(end, text.length);
}

/** Whether a pattern takes a letter for a space. */
function isSpace(code: number): boolean {
  return code < NOT_ASCII ? code === 32 || (code >= 9 && code <= 13) : SPACE.test(String.fromCharCode(code));
}

const NOT_ASCII = 128;
const SPACE = /\s/u;

/** At most this many words can be between a negation and the negated word: "without any of the vocals". */
const NEGATION_WITHIN = 4;

/** Returns the client's words of a match, with the negation before it if one is near. */
export function wordsOf(passage: Passage, match: RegExpExecArray): string[] {
  const end = match.index + match[0].length;
  const [first] = tokensWithin(passage, match.index, end);
  let start = match.index;
  if ((passage.polarity[first] ?? 1) < 0) {
    for (let at = first; at > Math.max(0, first - NEGATION_WITHIN); at--) {
      if (passage.tokens[at]?.gap !== "space") break;
      if (passage.claimed[at - 1] === "negation") start = passage.tokens[at - 1]?.start ?? start;
      else if (start < match.index) break;
    }
  }
  return [clientWords(passage, start, end).trim()];
}
