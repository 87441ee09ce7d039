import { isFunctionWord } from "../../text/function-words.ts";
import type { Passage } from "../passage.ts";
import { between } from "./listing.ts";
import { follows } from "./mark-music.ts";

/** A cue negates at most this many words before it. */
const BACK_MAX = 14;

/** A name before a slash has at most this many words. */
const NAME_WORDS_MAX = 2;

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

/** Whether a slash joins two names, as in "brass / strings not needed", and no clauses. */
function isSlash(passage: Passage, at: number): boolean {
  if (!/^\s*\/\s*$/.test(between(passage, at))) return false;
  let start = at - 1;
  while (start > 0 && follows(passage.tokens[start])) start--;
  return at - start <= NAME_WORDS_MAX;
}
