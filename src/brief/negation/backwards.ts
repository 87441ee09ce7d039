import { isFunctionWord } from "../../text/function-words.ts";
import type { Passage } from "../passage.ts";
import { between } from "./listing.ts";

/** A cue negates at most this many words before it. */
const BACK_MAX = 14;

const CONDITIONS: ReadonlySet<string> = new Set(["if", "when", "whenever", "anything", "any", "everything"]);
const SUBJECTS_END: ReadonlySet<string> = new Set(["but", "so", "because", "although", "though", "while"]);

/**
 * Marks the clause before a cue: "brass is not needed", "we tried piano, it did not work", "if it sounds corporate,
 * forget it". If there is only a pronoun between, it marks the clause before that.
 */
export function markBackwards(passage: Passage, cueFrom: number, value: number): void {
  const start = clauseStart(passage, cueFrom);
  passage.polarity.fill(value, start, cueFrom);
}

function clauseStart(passage: Passage, cueFrom: number): number {
  const { tokens } = passage;
  let hasContent = false;
  for (let at = cueFrom; at > Math.max(0, cueFrom - BACK_MAX); at--) {
    const token = tokens[at];
    const before = tokens[at - 1];
    if (token === undefined || before === undefined) return at;
    const isBoundary = token.gap !== "space" && token.gap !== "hyphen" && !isSlash(passage, at);
    const isAnswer = at === cueFrom && /[?:]|\s[-–—]\s/.test(between(passage, at));
    if (isBoundary && !isAnswer && (token.gap === "sentence" || hasContent) && !condition(passage, at)) return at;
    if (SUBJECTS_END.has(before.word)) return at;
    hasContent ||= !isFunctionWord(before.word);
  }
  return Math.max(0, cueFrom - BACK_MAX);
}

/** Whether the sentence before the boundary begins with "if", so that the condition is part of it. */
function condition(passage: Passage, boundary: number): boolean {
  const { tokens } = passage;
  if (tokens[boundary]?.gap === "sentence") return false;
  for (let at = boundary - 1; at >= Math.max(0, boundary - BACK_MAX); at--) {
    if (CONDITIONS.has(tokens[at]?.word ?? "")) return true;
    if (tokens[at]?.gap === "sentence") return false;
  }
  return false;
}

function isSlash(passage: Passage, at: number): boolean {
  return /^\s*\/\s*$/.test(between(passage, at));
}
