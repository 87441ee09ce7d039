import { isFunctionWord } from "../../text/function-words.ts";
import { comparisonsOf, cueKind, type ForeignCueKind, canBeginCue, hasRole } from "./foreign-words.ts";
import { claim, type Passage } from "../passage.ts";
import type { Token } from "../../text/tokens.ts";
import { LESS, listContinues, SCOPE_MAX, clearNegation } from "./scope.ts";

interface ForeignCue {
  readonly kind: ForeignCueKind;
  readonly from: number;
  readonly to: number;
}

/** The second part of a comparison follows after at most this many words: "rather sad and slow than happy". */
const COMPARISON_MAX = 6;
const CUE_WORDS_MAX = 4;

/** Words that continue a negation instead of cancelling it: "sin batería ni voces". */
const CARRIES_ON: ReadonlySet<string> = new Set(["ni", "ne", "nem", "nor", "noch"]);

/** Marks what is negated and claims the words that negate. */
export function readForeignNegations(passage: Passage): void {
  const cues = findCues(passage);
  cues.forEach((cue, at) => {
    claim(passage, "negation", cue.from, cue.to);
    if (cue.kind === "none") return;
    const previous = cues[at - 1];
    if (previous !== undefined && previous.kind !== "none" && isDouble(passage, previous, cue)) {
      clearNegation(passage, cue.from, cues[at + 1]?.from ?? passage.tokens.length);
      return;
    }
    if (hasRole("after", passage, cue.to) || isLast(passage, cue)) return markBackwards(passage, cue);
    const value = cue.kind === "less" ? LESS : -1;
    const end = scopeEnd(passage, cue, cues[at + 1]?.from ?? passage.tokens.length);
    passage.polarity.fill(value, cue.to, end);
  });
}

/**
 * Whether two negations with only function words between them cancel each other: "not without warmth", "no sin
 * tensión".
 */
function isDouble(passage: Passage, first: ForeignCue, second: ForeignCue): boolean {
  const { tokens } = passage;
  const between = second.from - first.to;
  if (between > 1 || tokens[second.from]?.gap !== "space") return false;
  if (CARRIES_ON.has(tokens[second.from]?.word ?? "")) return false;
  if (between === 1 && !isGrammar(passage, first.to)) return false;
  const firstWord = tokens[first.from]?.word ?? "";
  // "No sin tensión": a foreign "no" means "not" here, and not "none" as in English.
  if (firstWord === "no" && between === 0 && (passage.lead[first.from] ?? 0) !== 0) return true;
  return !["nothing", "none", "no", "less"].includes(firstWord) || first.kind === "list" || second.kind === "list";
}

function isGrammar(passage: Passage, at: number): boolean {
  return isFunctionWord(passage.tokens[at]?.word ?? "", passage.languages) || hasRole("verb", passage, at);
}

/** Whether the negation follows what it negates: "trompetas no, por favor". */
function isLast(passage: Passage, { kind, from, to }: ForeignCue): boolean {
  const gap = passage.tokens[to]?.gap;
  const isBare = kind === "no" && to === from + 1 && from > 0 && (passage.lead[from] ?? 0) !== 0;
  return isBare && gap !== "space" && gap !== "hyphen" && passage.tokens[from]?.gap !== "sentence";
}

function markBackwards(passage: Passage, cue: ForeignCue): void {
  for (let at = cue.from - 1; at >= 0; at--) {
    passage.polarity[at] = -1;
    const gap = passage.tokens[at]?.gap;
    if (gap === "sentence" || gap === "clause" || gap === "comma") return;
  }
}

/**
 * Returns where the negated words end. A list continues after a comma if "or" follows, or "and" after a cue like
 * "avoid".
 */
function scopeEnd(passage: Passage, cue: ForeignCue, limit: number): number {
  const { tokens } = passage;
  const end = Math.min(limit, cue.to + SCOPE_MAX, tokens.length);
  const continues = (from: number): boolean =>
    listContinues(tokens, [from, end], cue.kind === "list", (role, place) => hasRole(role, passage, place));
  let at = cue.to;
  while (at < end && hasRole("verb", passage, at)) at++;
  const first = at;
  for (; at < end; at++) {
    const token = tokens[at];
    if (token === undefined) break;
    if (at > cue.to && (token.gap === "sentence" || token.gap === "clause")) break;
    if (at > first && hasRole("turn", passage, at)) break;
    if (at > first && token.gap === "comma" && !continues(at)) break;
    if (at > first && hasRole("and", passage, at) && !joins(passage, at, end, cue.kind)) break;
  }
  return at;
}

/** Whether "and" continues the negation: it does in "no drums and vocals", but not in "no drums and a warm piano". */
function joins(passage: Passage, and: number, end: number, kind: ForeignCueKind): boolean {
  const { tokens } = passage;
  if (kind === "list") return true;
  const next = tokens[and + 1]?.word ?? "";
  if (isFunctionWord(next, passage.languages)) return false;
  let words = 0;
  for (let at = and + 1; at < end && tokens[at]?.gap === "space"; at++) {
    if (hasRole("and", passage, at) || hasRole("turn", passage, at)) break;
    words++;
  }
  return words <= 2;
}

function findCues(passage: Passage): ForeignCue[] {
  const { tokens } = passage;
  const cues: ForeignCue[] = [];
  for (let at = 0; at < tokens.length; at++) {
    if (!canBeginCue(tokens[at]?.word ?? "")) continue;
    for (let length = Math.min(CUE_WORDS_MAX, tokens.length - at); length > 0; length--) {
      const phrase = joined(tokens, at, length);
      if (phrase === "") continue;
      const kind = cueKind(phrase, passage, at);
      const cue = kind === null ? comparison(phrase, passage, at, at + length) : { kind, from: at, to: at + length };
      if (cue === null) continue;
      cues.push(cue);
      at = Math.max(at, cue.to - 1);
      break;
    }
  }
  return cues;
}

/** Reads "plutôt triste que joyeux": the words after "que" are unwanted. After "plus … que" they are less wanted. */
function comparison(phrase: string, passage: Passage, at: number, after: number): ForeignCue | null {
  for (const { second, kind } of comparisonsOf(phrase, passage, at)) {
    const length = second.split(" ").length;
    // "Más energía que transmita alegría" is not a comparison, so "more … than" allows only one word between.
    const last = after + (kind === "less" ? 1 : COMPARISON_MAX);
    for (let from = after + 1; from <= last; from++) {
      const gap = passage.tokens[from]?.gap;
      if (gap === undefined || gap === "sentence" || gap === "clause") break;
      if (joined(passage.tokens, from, length) === second) return { kind, from, to: from + length };
    }
  }
  return null;
}

function joined(tokens: readonly Token[], from: number, length: number): string {
  let words = tokens[from]?.word ?? "";
  for (let at = from + 1; at < from + length; at++) {
    const token = tokens[at];
    if (token?.gap !== "space" && token?.gap !== "hyphen") return "";
    words += ` ${token.word}`;
  }
  return words;
}
