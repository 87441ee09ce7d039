import type { Constraint } from "../../../schema/brief.ts";
import { canPromise } from "../parts/part-shares.ts";
import { claim, clientWords, isAllClaimed, type Passage, tokensWithin } from "../passage.ts";

/** Finds one kind of constraint in a passage and claims its words. Each file of this folder has one. */
export type Recogniser = (passage: Passage) => readonly Constraint[];

/**
 * A long pattern, and a short one for something that is in each of its matches. Most texts lack that, so the long pattern
 * is rarely tried.
 */
export interface RarePattern {
  readonly pattern: RegExp;
  readonly needs: RegExp;
}

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
  if ("needs" in searched && !searched.needs.test(passage.lower)) return [];
  const pattern = "needs" in searched ? searched.pattern : searched;
  const found: Constraint[] = [];
  for (const match of passage.lower.matchAll(pattern)) {
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
