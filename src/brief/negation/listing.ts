import type { Passage } from "../passage.ts";

/** A list of what not to send may be long, but a colon does not turn round the rest of a brief. */
const LISTED_MAX = 80;

const BULLET = /\n\s*(?:[-*•–—·+]|\d+[.)])\s*$/u;
const BLANK_LINE = /\n\s*\n/;

/** What stands between a token and the one before it. */
export function between(passage: Passage, at: number): string {
  return passage.text.slice(passage.tokens[at - 1]?.end ?? 0, passage.tokens[at]?.start);
}

/** Whether a list follows: "Avoid: choir, drums", "No:\n- choir", "Avoid\n- choir". */
export function opensList(passage: Passage, at: number): boolean {
  if (at >= passage.tokens.length) return false;
  const gap = between(passage, at);
  return /^['"”]?\s*:/.test(gap) || BULLET.test(gap);
}

/**
 * Where a headed list ends that begins at `first`. On the heading's line: with the sentence or the line. Below it:
 * with a blank line, with the next heading, or, if its lines have bullets, with the first that has none.
 */
export function listEnd(passage: Passage, first: number): number {
  const { tokens } = passage;
  const opening = between(passage, first);
  const isBelow = opening.includes("\n");
  const hasBullets = BULLET.test(opening);
  const end = Math.min(tokens.length, first + LISTED_MAX);
  let at = first + 1;
  for (; at < end; at++) {
    const gap = between(passage, at);
    if (gap.includes("\n")) {
      if (!isBelow || BLANK_LINE.test(gap) || headsLine(passage, at)) break;
      if (hasBullets && !BULLET.test(gap)) break;
    } else if (!isBelow && (/[.!?](?:\s|$)/.test(gap) || opensList(passage, at + 1))) break;
    if (!isBelow && ["but", "instead", "want", "keep"].includes(tokens[at]?.word ?? "")) break;
  }
  return at;
}

/** "Want:" or "What we love:" at the beginning of a line. */
function headsLine(passage: Passage, from: number): boolean {
  for (let at = from + 1; at < Math.min(passage.tokens.length, from + 6); at++) {
    const gap = between(passage, at);
    if (gap.includes(":")) return true;
    if (gap.includes("\n")) return false;
  }
  return false;
}
