import { isFunctionWord } from "../../text/function-words.ts";
import { comparisonsOf, cueKind, type ForeignCueKind, canBeginCue, hasRole } from "./foreign-words.ts";
import { listEnd, opensList } from "./listing.ts";
import { isOneClause } from "./mark-music.ts";
import { endsClause, endsSentence, refuseObjectBefore } from "./object-first.ts";
import { isBareReply } from "./replies.ts";
import { claim, type Passage } from "../passage.ts";
import type { Token } from "../../text/tokens.ts";
import { CANCELLING, isJoined, LESS, listContinues, SCOPE_MAX, clearNegation } from "./scope.ts";

interface ForeignCue {
  readonly kind: ForeignCueKind;
  readonly from: number;
  readonly to: number;
}

/** The second part of a comparison follows after at most this many words: "rather sad and slow than happy". */
const COMPARISON_MAX = 6;
const CUE_WORDS_MAX = 5;

/** Verbs of preference, whose "to" always compares: "preferisco il tango alla salsa". */
const PREFERRING = /^pr[eé]f/;

/** Words that continue a negation instead of cancelling it: "sin batería ni voces". */
const CARRIES_ON: ReadonlySet<string> = new Set(["ni", "ne", "nem", "nor", "noch"]);

/** Words of exceptions: "voces no, salvo un coro". */
const EXCEPTING =
  /^(?:salvo|excepto|a excepción de|sauf|excepté|hormis|außer|ausser|ausgenommen|mit ausnahme von|tranne|eccetto|fuorché|exceto|com exceção de)$/u;

/** First words of "instead of". What replaces it follows with an article: "invece del violino un violoncello". */
const REPLACING: ReadonlySet<string> = new Set("statt anstatt anstelle au en em ao al invece".split(" "));
const ARTICLES: ReadonlySet<string> = new Set("ein eine einen un une una uno um uma".split(" "));

/** Marks what is negated and claims the words that negate. */
export function readForeignNegations(passage: Passage): void {
  const cues = findCues(passage);
  for (const [at, cue] of cues.entries()) {
    claim(passage, "negation", cue.from, cue.to);
    if (cue.kind === "none") continue;
    const previous = cues[at - 1];
    const limit = cues[at + 1]?.from ?? passage.tokens.length;
    if (previous !== undefined && previous.kind !== "none" && isDouble(passage, previous, cue))
      clearNegation(passage, previous.to, limit);
    else if (previous !== undefined && excepts(passage, previous, cue)) clearNegation(passage, cue.from, limit);
    else if (opensList(passage, cue.to)) passage.polarity.fill(-1, cue.to, listEnd(passage, cue.to));
    else if (cue.kind === "list" && endsClause(passage, cue.to)) {
      if (previous?.kind === "no" && isOneClause(passage, previous.to, cue.from, true))
        clearNegation(passage, previous.to, cue.from);
      else if (!refuseObjectBefore(passage, cue.from) && !endsSentence(passage, cue.to))
        passage.polarity.fill(-1, cue.to, scopeEnd(passage, cue, limit));
    } else if (hasRole("after", passage, cue.to) || isLast(passage, cue)) markBackwards(passage, cue);
    else if (!endsSentence(passage, cue.to))
      passage.polarity.fill(cue.kind === "less" ? LESS : -1, cue.to, scopeEnd(passage, cue, limit));
  }
}

/**
 * Whether the first negation refuses the second one: "pas sans chaleur", "no sin tensión". Two that are joined both count:
 * "pas triste et sans voix".
 */
function isDouble(passage: Passage, first: ForeignCue, second: ForeignCue): boolean {
  const { tokens } = passage;
  const between = second.from - first.to;
  if (first.kind === "less" || isJoined(passage, first.to, second.from)) return false;
  if (CANCELLING.has(tokens[second.from]?.word ?? "") && isOneClause(passage, first.to, second.from)) return true;
  if (between > 1 || tokens[second.from]?.gap !== "space") return false;
  if (CARRIES_ON.has(tokens[second.from]?.word ?? "")) return false;
  if (between === 1 && !isGrammar(passage, first.to)) return false;
  const firstWord = tokens[first.from]?.word ?? "";
  // "No sin tensión": a foreign "no" means "not" here, and not "none" as in English.
  if (firstWord === "no" && between === 0 && (passage.lead[first.from] ?? 0) !== 0) return true;
  return !["nothing", "none", "no", "less"].includes(firstWord) || first.kind === "list" || second.kind === "list";
}

/** Whether the cue excepts something from an excluded thing: "voces no, salvo un coro". The exception is wanted. */
function excepts({ tokens, polarity, lower }: Passage, first: ForeignCue, second: ForeignCue): boolean {
  if (first.kind !== "no" && first.kind !== "list") return false;
  if (!EXCEPTING.test(lower.slice(tokens[second.from]?.start, tokens[second.to - 1]?.end))) return false;
  if (second.from > first.to && (polarity[second.from - 1] ?? 1) > -1) return false;
  return tokens.slice(first.to, second.to).every(({ gap }) => gap !== "sentence" && gap !== "clause");
}

function isGrammar(passage: Passage, at: number): boolean {
  return isFunctionWord(passage.tokens[at]?.word ?? "", passage.languages) || hasRole("verb", passage, at);
}

/** Whether the negation follows what it negates: "trompetas no, por favor". */
function isLast(passage: Passage, { kind, from, to }: ForeignCue): boolean {
  if (kind === "no" && isBareReply(passage, from, to)) return true;
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
    if (at > first && (hasRole("turn", passage, at) || isReplacement(passage, cue, at))) break;
    if (at > first && token.gap === "comma" && !continues(at)) break;
    if (at > first && hasRole("and", passage, at) && !joins(passage, at, end, cue.kind)) break;
  }
  return at;
}

function isReplacement({ tokens }: Passage, cue: ForeignCue, at: number): boolean {
  return REPLACING.has(tokens[cue.from]?.word ?? "") && ARTICLES.has(tokens[at]?.word ?? "");
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
    const last = after + (kind === "less" && !PREFERRING.test(phrase) ? 1 : COMPARISON_MAX);
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
