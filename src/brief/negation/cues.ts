import { NO_LANGUAGE } from "../../text/language-set.ts";
import { once } from "../../lib/once.ts";
import type { Passage } from "../passage.ts";
import { phraseTable } from "../../text/phrase-table.ts";
import { fold } from "../../text/words.ts";
import english from "../words/negations-english.txt" with { type: "text" };
import negations from "../words/negations.txt" with { type: "text" };
import { dataLines, listed } from "../../text/data-lines.ts";
import { opensList } from "./listing.ts";

const KINDS = ["no", "list", "less", "none", "open", "back", "open-back", "heading"] as const;
/** The word files describe each kind. */
export type EnglishCueKind = (typeof KINDS)[number];

/** Words that negate others: the tokens from `from` to before `to`. */
export interface EnglishCue {
  readonly kind: EnglishCueKind;
  readonly from: number;
  readonly to: number;
}

const ENGLISH = /^en /;

/** Finds the longest cue at each token, without overlaps. */
export function findCues(passage: Passage): EnglishCue[] {
  const { tokens } = passage;
  const cues: EnglishCue[] = [];
  for (let at = 0; at < tokens.length; at++) {
    if (!isEnglish(passage, at)) continue;
    const found = phrases().kinds.longestAt(tokens, at);
    const heading = phrases().headings.longestAt(tokens, at);
    // "Out:" and "not wanted:" introduce a list; "is out" and "brass is not wanted" negate what comes before.
    if (heading !== null && heading.to >= (found?.to ?? 0) && opensList(passage, heading.to))
      cues.push({ kind: "heading", from: at, to: heading.to });
    else if (found !== null) cues.push({ kind: found.value, from: at, to: found.to });
    at = (cues.at(-1)?.to ?? 0) > at ? (cues.at(-1)?.to ?? at) - 1 : at;
  }
  return cues;
}

/** Whether English leads the sentence. In other sentences the leading language negates. */
function isEnglish(passage: Passage, at: number): boolean {
  return (passage.lead[at] ?? NO_LANGUAGE) === NO_LANGUAGE;
}

const phrases = once(() => {
  const kinds = new Map<string, EnglishCueKind>();
  const headings = new Map<string, true>();
  for (const line of [...dataLines(negations).filter(isCueLine), ...dataLines(english)]) {
    const [head = "", list = ""] = line.split("|").map((part) => part.trim());
    const name = head.replace(ENGLISH, "");
    const kind = KINDS.find((one) => one === name);
    if (kind === undefined) throw new Error(`A file of negations has an unknown kind "${name}".`);
    for (const phrase of listed(list).map((one) => fold(one).replace(/'/g, ""))) {
      if (kind === "heading") headings.set(phrase, true);
      // The English file comes last, because it knows phrases that negate only in part ("not necessarily").
      else kinds.set(phrase, kind);
    }
  }
  return { kinds: phraseTable(kinds), headings: phraseTable(headings) };
});

/**
 * Whether a line of the file of all languages has English cues. Its other English lines are replaced by rules in this
 * folder.
 */
function isCueLine(line: string): boolean {
  return /^en (?:no|list|less|none) /.test(line);
}
