import { claim, type Passage } from "../passage.ts";
import { follows, markMusic, musicIn } from "./mark-music.ts";
import { negationPhrases } from "./phrases.ts";

/** The refused music is at most this many words before the clause that extends it. */
const REACH = 8;

/** Words that refer to the sentence before: "No vocals. That includes choirs." */
const REFERRING: ReadonlySet<string> = new Set("that this das cela ca eso esto questo cio isso isto".split(" "));

/** Extends a refusal to what the client includes in it: "no vocals, including choirs", "pas de voix, chœurs compris". */
export function readInclusions(passage: Passage): void {
  const { tokens } = passage;
  const { byKind, beginnings } = negationPhrases();
  for (let at = 1; at < tokens.length; at++) {
    if (!beginnings.has(tokens[at]?.word ?? "")) continue;
    const found = byKind.include.longestAt(tokens, at);
    if (found === null) continue;
    const end = clauseEnd(passage, found.to);
    const isBefore = musicIn(passage, found.to, end).length > 0;
    const start = isBefore ? at : clauseStart(passage, at);
    if (isRefusedBefore(passage, start, at, found.to) && markMusic(passage, start, end, -1))
      claim(passage, "negation", at, found.to);
    at = found.to - 1;
  }
}

/** Whether the last music before a clause is refused, in the same sentence unless the phrase refers to the one before. */
function isRefusedBefore(passage: Passage, start: number, from: number, to: number): boolean {
  const { tokens, polarity } = passage;
  const refers = tokens.slice(from, to).some(({ word }) => REFERRING.has(word));
  let first = start;
  while (first > 0 && start - first < REACH) {
    const isEnd = tokens[first]?.gap === "sentence";
    if (isEnd && !(refers && first === start)) break;
    first--;
  }
  if (first === start) return false;
  // The vocabulary lacks some words for voices, which the constraints know.
  const last = musicIn(passage, first, start).at(-1)?.at ?? start - 1;
  return (polarity[last] ?? 1) <= -1;
}

function clauseStart({ tokens }: Passage, at: number): number {
  let start = at;
  while (start > 0 && follows(tokens[start])) start--;
  return start;
}

function clauseEnd({ tokens }: Passage, at: number): number {
  let end = at;
  while (follows(tokens[end])) end++;
  return end;
}
