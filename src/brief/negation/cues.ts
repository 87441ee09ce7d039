import { NO_LANGUAGE } from "../language-set.ts";
import { once } from "../once.ts";
import type { Passage } from "../passage.ts";
import { fold } from "../text.ts";
import type { Token } from "../tokens.ts";
import english from "../words/negations-english.txt" with { type: "text" };
import negations from "../words/negations.txt" with { type: "text" };
import { dataLines, listed } from "../word-lines.ts";
import { opensList } from "./listing.ts";

const KINDS = ["no", "list", "less", "none", "open", "back", "open-back", "heading"] as const;
/** The word files say what each does. */
export type Kind = (typeof KINDS)[number];

/** Words that turn others round: the tokens from `from` to before `to`. */
export interface Cue {
  readonly kind: Kind;
  readonly from: number;
  readonly to: number;
}

const CUE_WORDS_MAX = 6;

const ENGLISH = /^en /;

/** The longest phrase at each place, none overlapping another. */
export function findCues(passage: Passage): Cue[] {
  const { tokens } = passage;
  const cues: Cue[] = [];
  for (let at = 0; at < tokens.length; at++) {
    for (let length = Math.min(CUE_WORDS_MAX, tokens.length - at); length > 0; length--) {
      const kind = isEnglish(passage, at) ? kindAt(passage, at, length) : undefined;
      if (kind === undefined) continue;
      cues.push({ kind, from: at, to: at + length });
      at += length - 1;
      break;
    }
  }
  return cues;
}

/** In a sentence of another language that language negates. */
function isEnglish(passage: Passage, at: number): boolean {
  return (passage.lead[at] ?? NO_LANGUAGE) === NO_LANGUAGE;
}

/** "Out:" and "not wanted:" head a list; "is out" and "brass is not wanted" look back. */
function kindAt(passage: Passage, at: number, length: number): Kind | undefined {
  const phrase = joined(passage.tokens, at, length);
  if (phrases().headings.has(phrase) && opensList(passage, at + length)) return "heading";
  return phrases().kinds.get(phrase);
}

function joined(tokens: readonly Token[], from: number, length: number): string {
  const words: string[] = [];
  for (let at = from; at < from + length; at++) {
    const token = tokens[at];
    if (at > from && token?.gap !== "space" && token?.gap !== "hyphen") return "";
    words.push(token?.word ?? "");
  }
  return words.join(" ");
}

const phrases = once(() => {
  const kinds = new Map<string, Kind>();
  const headings = new Set<string>();
  for (const line of [...dataLines(negations).filter(isCueLine), ...dataLines(english)]) {
    const [head = "", list = ""] = line.split("|").map((part) => part.trim());
    const name = head.replace(ENGLISH, "");
    const kind = KINDS.find((one) => one === name);
    if (kind === undefined) throw new Error(`A file of negations has an unknown kind "${name}".`);
    for (const phrase of listed(list).map((one) => fold(one).replace(/'/g, ""))) {
      if (kind === "heading") headings.add(phrase);
      // What is only half said to be none ("not necessarily") is said better in the English file, which comes last.
      else kinds.set(phrase, kind);
    }
  }
  return { kinds, headings };
});

/** The file of all languages has words besides that stand around negations; English has rules of its own for those. */
function isCueLine(line: string): boolean {
  return /^en (?:no|list|less|none) /.test(line);
}
