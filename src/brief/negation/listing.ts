import type { Passage } from "../passage.ts";

/** A list has at most this many words, so that a colon never negates the rest of a brief. */
const LISTED_MAX = 80;

const BULLET = /\n\s*(?:[-*•–—·+]|\d+[.)])\s*$/u;
const BLANK_LINE = /\n\s*\n/;

/** Returns the text between a token and the one before it. */
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
 * Returns the end of a list with a heading. A list on the heading's line ends with the sentence or the line. A list
 * below it ends at a blank line or the next heading; a list with bullets also ends at a line without one.
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

/** Whether a line begins with a heading: "Want:", "What we love:". */
function headsLine(passage: Passage, from: number): boolean {
  for (let at = from + 1; at < Math.min(passage.tokens.length, from + 6); at++) {
    const gap = between(passage, at);
    if (gap.includes(":")) return true;
    if (gap.includes("\n")) return false;
  }
  return false;
}
