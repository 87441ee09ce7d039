import { once } from "../once.ts";
import type { Passage } from "../passage.ts";
import { fold } from "../text.ts";
import type { Token } from "../tokens.ts";
import english from "../words/negations-english.txt" with { type: "text" };
import negations from "../words/negations.txt" with { type: "text" };
import notNegations from "../words/not-negations.txt" with { type: "text" };
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

/** The longest phrase at each place, none overlapping another. */
export function findCues(passage: Passage): Cue[] {
  const { tokens } = passage;
  const cues: Cue[] = [];
  for (let at = 0; at < tokens.length; at++) {
    for (let length = Math.min(CUE_WORDS_MAX, tokens.length - at); length > 0; length--) {
      const kind = kindAt(passage, at, length);
      if (kind === undefined) continue;
      cues.push({ kind, from: at, to: at + length });
      at += length - 1;
      break;
    }
  }
  return cues;
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
  for (const line of [...dataLines(negations), ...dataLines(english)]) {
    const [name = "", list = ""] = line.split("|").map((part) => part.trim());
    const kind = KINDS.find((one) => one === name);
    if (kind === undefined) throw new Error(`A file of negations has an unknown kind "${name}".`);
    for (const phrase of listed(list)) {
      if (kind === "heading") headings.add(phrase);
      else kinds.set(phrase, kind);
    }
  }
  for (const line of dataLines(notNegations)) {
    // What is only half said to be none ("not necessarily") is said better in the English file.
    for (const phrase of listed(line)) if (kinds.get(phrase) === undefined) kinds.set(phrase, "none");
  }
  return { kinds, headings };
});

function listed(list: string): string[] {
  return list.split(",").map((phrase) => fold(phrase.trim()).replace(/'/g, ""));
}

function dataLines(file: string): string[] {
  return file.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("#"));
}
