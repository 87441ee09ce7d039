import { once } from "../../lib/once.ts";
import { dataLines, listed } from "../../text/data-lines.ts";
import { phraseTable } from "../../text/phrase-table.ts";
import type { Token } from "../../text/tokens.ts";
import { fold } from "../../text/words.ts";
import english from "../words/negations-english.txt" with { type: "text" };
import negations from "../words/negations.txt" with { type: "text" };

/** Roles of words in the files of negations that are evidence for a stance; the others are grammar. */
const KINDS: ReadonlySet<string> = new Set([
  "no",
  "list",
  "less",
  "none",
  "open",
  "back",
  "open-back",
  "after",
  "turn",
]);

/** A cue of the files of negations, in any language: tokens `from` to before `to`. */
export interface CueWords {
  readonly kind: string;
  readonly from: number;
  readonly to: number;
}

/** Finds the longest cue at each token, without overlaps, whatever language it is from. */
export function cueWords(tokens: readonly Token[]): readonly CueWords[] {
  const cues: CueWords[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const found = cuePhrases().longestAt(tokens, at);
    if (found === null) continue;
    cues.push({ kind: found.value, from: at, to: found.to });
    at = found.to - 1;
  }
  return cues;
}

const cuePhrases = once(() => {
  const kinds = new Map<string, string>();
  for (const line of [...dataLines(english), ...dataLines(negations)]) {
    const [head = "", list = ""] = line.split("|").map((part) => part.trim());
    const kind = head.split(" ").at(-1) ?? "";
    if (!KINDS.has(kind)) continue;
    for (const phrase of listed(list).map((one) => fold(one).replace(/'/g, "")))
      if (!kinds.has(phrase)) kinds.set(phrase, kind);
  }
  return phraseTable(kinds);
});
