import { isFunctionWord } from "./function-words.ts";
import { once } from "./once.ts";
import { claim, type Passage } from "./passage.ts";
import { fold } from "./text.ts";
import type { Token } from "./tokens.ts";
import negations from "./words/negations.txt" with { type: "text" };
import notNegations from "./words/not-negations.txt" with { type: "text" };

type Kind = "no" | "list" | "less" | "none";

interface Cue {
  readonly kind: Kind;
  readonly from: number;
  readonly to: number;
}

/** "less strings" asks for fewer, not for none. */
const LESS = -0.5;

/** A negation that runs on for longer has lost its object. */
const SCOPE_MAX = 14;

/** After these a sentence speaks of something else again. */
const TURNS: ReadonlySet<string> = new Set(
  (
    "but yet though although however instead rather just only please while because since so if unless with we i they you it he she " +
    "think more should would must mais sondern aber pero sino ma però mas con mit avec com"
  ).split(" "),
);

/** Verbs that stand between a negation and its object ("we don't want singing"). */
const LEADING_VERBS: ReadonlySet<string> = new Set(
  "want need like use have do be add include require think sound feel get make go too overly that this any the a an to in of for with anything something being".split(
    " ",
  ),
);

/** "Melody not needed." */
const AFTERTHOUGHTS: ReadonlySet<string> = new Set(
  "needed required necessary wanted allowed welcome desired".split(" "),
);

/** Marks what is negated and claims the words that negate. */
export function readNegations(passage: Passage): void {
  const cues = findCues(passage.tokens);
  cues.forEach((cue, at) => {
    claim(passage, cue.from, cue.to);
    if (cue.kind === "none") return;
    const previous = cues[at - 1];
    if (previous !== undefined && previous.kind !== "none" && isDouble(passage.tokens, previous, cue)) {
      unmark(passage, cue.from, cues[at + 1]?.from ?? passage.tokens.length);
      return;
    }
    if (AFTERTHOUGHTS.has(passage.tokens[cue.to]?.word ?? "")) return markBackwards(passage, cue);
    const value = cue.kind === "less" ? LESS : -1;
    const end = scopeEnd(passage.tokens, cue, cues[at + 1]?.from ?? passage.tokens.length);
    passage.polarity.fill(value, cue.to, end);
  });
  markFree(passage);
}

/** "Not without warmth", "never without a beat": two negations with only function words between them. */
function isDouble(tokens: readonly Token[], first: Cue, second: Cue): boolean {
  if (second.from - first.to > 1 || tokens[second.from]?.gap !== "space") return false;
  const firstWord = tokens[first.from]?.word ?? "";
  return !["nothing", "none", "no", "less"].includes(firstWord) || first.kind === "list" || second.kind === "list";
}

function unmark(passage: Passage, from: number, to: number): void {
  for (let at = from; at < to && (at === from || passage.tokens[at]?.gap !== "sentence"); at++)
    passage.polarity[at] = 1;
}

function markBackwards(passage: Passage, cue: Cue): void {
  for (let at = cue.from - 1; at >= 0; at--) {
    passage.polarity[at] = -1;
    const gap = passage.tokens[at]?.gap;
    if (gap === "sentence" || gap === "clause" || gap === "comma") return;
  }
}

/** "Drum-free". */
function markFree(passage: Passage): void {
  passage.tokens.forEach((token, at) => {
    if (at === 0 || token.word !== "free" || token.gap !== "hyphen") return;
    passage.polarity[at - 1] = -1;
    claim(passage, at, at + 1);
  });
}

/** Where the negated words end. Lists go on over commas as long as "or" (or "and", after "avoid") still has to come. */
function scopeEnd(tokens: readonly Token[], cue: Cue, limit: number): number {
  const end = Math.min(limit, cue.to + SCOPE_MAX, tokens.length);
  let at = cue.to;
  while (at < end && LEADING_VERBS.has(tokens[at]?.word ?? "")) at++;
  const first = at;
  for (; at < end; at++) {
    const token = tokens[at];
    if (token === undefined) break;
    if (at > cue.to && (token.gap === "sentence" || token.gap === "clause")) break;
    if (at > first && TURNS.has(token.word)) break;
    if (at > first && token.gap === "comma" && !listGoesOn(tokens, at, end, cue.kind)) break;
    if (at > first && isAnd(token.word) && !joins(tokens, at, end, cue.kind)) break;
  }
  return at;
}

function listGoesOn(tokens: readonly Token[], from: number, end: number, kind: Kind): boolean {
  let sinceComma = 0;
  for (let at = from; at < end; at++) {
    const token = tokens[at];
    if (token === undefined || (at > from && (token.gap === "sentence" || token.gap === "clause"))) break;
    if (at > from && token.gap === "comma") sinceComma = 0;
    if (isOr(token.word)) return true;
    if (isAnd(token.word)) return kind === "list";
    if (TURNS.has(token.word) || ++sinceComma > 4) return false;
  }
  // "Avoid drums, brass": a list without a last word for it.
  return kind === "list";
}

/** "No drums and vocals" goes on; "no drums and a warm piano" does not. */
function joins(tokens: readonly Token[], and: number, end: number, kind: Kind): boolean {
  if (kind === "list") return true;
  const next = tokens[and + 1]?.word ?? "";
  if (isFunctionWord(next)) return false;
  let words = 0;
  for (let at = and + 1; at < end && tokens[at]?.gap === "space"; at++) {
    if (isAnd(tokens[at]?.word ?? "") || TURNS.has(tokens[at]?.word ?? "")) break;
    words++;
  }
  return words <= 2;
}

function isOr(word: string): boolean {
  return ["or", "nor", "ni", "ou", "oder", "noch", "o", "ne", "nem", "and/or"].includes(word);
}

function isAnd(word: string): boolean {
  return ["and", "y", "e", "et", "und"].includes(word);
}

function findCues(tokens: readonly Token[]): Cue[] {
  const cues: Cue[] = [];
  for (let at = 0; at < tokens.length; at++) {
    for (let length = Math.min(4, tokens.length - at); length > 0; length--) {
      const kind = phrases().get(joined(tokens, at, length));
      if (kind === undefined) continue;
      cues.push({ kind, from: at, to: at + length });
      at += length - 1;
      break;
    }
  }
  return cues;
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
  for (const line of dataLines(negations)) {
    const [kind = "", list = ""] = line.split("|").map((part) => part.trim());
    if (kind !== "no" && kind !== "list" && kind !== "less")
      throw new Error(`negations.txt has an unknown kind "${kind}".`);
    for (const phrase of list.split(",")) kinds.set(fold(phrase.trim()), kind);
  }
  for (const line of dataLines(notNegations))
    for (const phrase of line.split(",")) kinds.set(fold(phrase.trim()), "none");
  return kinds;
});

function dataLines(file: string): string[] {
  return file.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("#"));
}
