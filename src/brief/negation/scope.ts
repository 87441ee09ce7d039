import { isFunctionWord } from "../../text/function-words.ts";
import type { Passage } from "../passage.ts";
import type { Token } from "../../text/tokens.ts";
import { fold } from "../../text/words.ts";
import { type Concept, vocabulary } from "../vocabulary.ts";
import type { EnglishCue } from "./cues.ts";
import { between, listEnd, opensList } from "./listing.ts";

/** A negation reaches at most this many words. */
export const SCOPE_MAX = 14;

/** "Less strings" asks for fewer strings, not for none. */
export const LESS = -0.5;

/** A second negation that cancels an earlier one of the clause: "not without warmth". */
export const CANCELLING: ReadonlySet<string> = new Set("without sans ohne sin sem senza".split(" "));

/** Words between two refusals that both count: "not too fast and without vocals". */
const COORDINATING: ReadonlySet<string> = new Set(
  "and or but nor yet plus und oder aber sowie noch et ou mais ni y o u pero e ed ma però né mas nem"
    .split(" ")
    .map(fold),
);

/** Words that end a negation, because the topic of the sentence changes. */
const TURNS: ReadonlySet<string> = new Set(
  (
    "but yet though although however instead rather just only please plus while because since so if unless with we i they you it he she its thats theres im " +
    "think more should would must than until go give let lets make keep send bring use using try prefer love want need looking definitely wants needs prefers asked added chose " +
    "mais sondern aber pero sino ma però mas con mit avec com"
  ).split(" "),
);

/** Words between a negation and its object ("we don't want any songs that have singing"). */
export const LEADING: ReadonlySet<string> = new Set(
  (
    "want need like use have do be add include require think sound feel get make go too overly very that this any the a an to in of for " +
    "with anything something being it its is sounds feels sounding feeling looking become becomes turn turns has having contain contains " +
    "containing feature features featuring use uses using involve involving involves include includes including send give us me see hear " +
    "another more songs song tracks track music cue cues piece pieces stuff tunes ones one kind kinds sort sorts type types instruments " +
    "elements sort which following things thing please ever remotely whole usual typical even single at all too"
  ).split(" "),
);

/** "It can't be “cold”." */
const OPENING_QUOTE = /^\s["“„«]$/;

/** Words before "love" that make it a noun. */
const AS_NOUN: ReadonlySet<string> = new Set("about of in for a the no true lost young first".split(" "));

/** Words that make a negation milder: "don't make it too sad". */
const TOO: ReadonlySet<string> = new Set(["too", "overly", "very", "excessively", "overtly"]);

export interface Scope {
  readonly end: number;
  /** Whether "too" or the like comes before the object. */
  readonly isMild: boolean;
}

/** Returns what a cue negates: the words after it up to `end`, at most up to `limit`, where the next cue begins. */
export function scopeAfter(passage: Passage, cue: EnglishCue, limit: number): Scope {
  const { tokens } = passage;
  let first = cue.to;
  let isMild = false;
  let headed = opensList(passage, first);
  while (!headed && first < limit && LEADING.has(tokens[first]?.word ?? "")) {
    if (first > cue.to && endsClause(tokens[first])) return { end: first, isMild };
    isMild ||= TOO.has(tokens[first]?.word ?? "");
    first++;
    headed = opensList(passage, first);
  }
  if (headed) return { end: listEnd(passage, first), isMild };
  return { end: sentenceScope(passage, cue, first, Math.min(limit, cue.to + SCOPE_MAX, tokens.length)), isMild };
}

/** Whether a word among the tokens `from` to before `to` joins two parts of a list or a sentence. */
export function isJoined({ tokens }: Passage, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (COORDINATING.has(tokens[at]?.word ?? "")) return true;
  return false;
}

/** Removes a negation from `from` to `to` or the end of the sentence. */
export function clearNegation(passage: Passage, from: number, to: number): void {
  for (let at = from; at < to && (at === from || passage.tokens[at]?.gap !== "sentence"); at++)
    passage.polarity[at] = 1;
}

/**
 * Returns the end of a negation without a heading. A list continues after a comma if "or" follows, or "and" after a cue
 * like "avoid".
 */
function sentenceScope(passage: Passage, cue: EnglishCue, first: number, end: number): number {
  const { tokens } = passage;
  const continues = (from: number): boolean =>
    listContinues(tokens, [from, end], cue.kind === "list", (role, place) => hasEnglishRole(tokens, role, place));
  let at = first;
  for (; at < end; at++) {
    const token = tokens[at];
    if (token === undefined) break;
    if (at > cue.to && endsClause(token) && !(at === first && OPENING_QUOTE.test(between(passage, at)))) break;
    if (at === cue.to && token.gap === "sentence") break;
    // "No music, just ambience": the object was already among the leading words.
    if (at === first && !(first > cue.to && token.gap === "comma" && TURNS.has(token.word))) continue;
    const isSlash = /^\s*\/\s*$/.test(between(passage, at));
    // "Not so much sad as wistful".
    if (turns(tokens, at) || (cue.kind === "less" && token.word === "as")) break;
    if (token.gap === "comma" && !isSlash && (changesTopic(tokens, at) || !continues(at))) break;
    if (isAnd(token.word) && !joins(tokens, at, end, cue)) break;
  }
  return at;
}

/** Whether the word ends the negation: "love" does in "no drums we love strings", but not in "no lyrics about love". */
function turns(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at]?.word ?? "";
  return TURNS.has(word) && !(word === "love" && AS_NOUN.has(tokens[at - 1]?.word ?? ""));
}

function endsClause(token: Token | undefined): boolean {
  return token?.gap === "sentence" || token?.gap === "clause";
}

/**
 * Whether a negated list continues after a comma: "or" follows, or "and" after a list cue like "avoid", which also
 * continues without a joining word: "avoid drums, brass".
 */
export function listContinues(
  tokens: readonly Token[],
  [from, end]: readonly [from: number, end: number],
  isListCue: boolean,
  hasRole: (role: "or" | "and" | "turn", at: number) => boolean,
): boolean {
  let sinceComma = 0;
  for (let at = from; at < end; at++) {
    const token = tokens[at];
    if (token === undefined || (at > from && endsClause(token))) break;
    if (at > from && token.gap === "comma") sinceComma = 0;
    if (hasRole("or", at)) return true;
    if (hasRole("and", at)) return isListCue;
    if (hasRole("turn", at) || ++sinceComma > 4) return false;
  }
  return isListCue;
}

function hasEnglishRole(tokens: readonly Token[], role: "or" | "and" | "turn", at: number): boolean {
  const word = tokens[at]?.word ?? "";
  if (role === "turn") return turns(tokens, at);
  return role === "or" ? isOr(word) : isAnd(word);
}

/**
 * Whether "and" continues the negation: it does in "no drums and vocals", but not in "no drums and a warm piano" and
 * "no drums and upbeat".
 */
function joins(tokens: readonly Token[], and: number, end: number, cue: EnglishCue): boolean {
  if (cue.kind === "list") return !TURNS.has(tokens[and + 1]?.word ?? "");
  const next = tokens[and + 1]?.word ?? "";
  if (isFunctionWord(next) || changesTopic(tokens, and + 1, and - 1)) return false;
  let words = 0;
  for (let at = and + 1; at < end && tokens[at]?.gap === "space"; at++) {
    if (isAnd(tokens[at]?.word ?? "") || TURNS.has(tokens[at]?.word ?? "")) break;
    words++;
  }
  return words <= 2;
}

/** Whether the words change from an instrument to a mood: "no vocals, upbeat or mid-tempo". */
function changesTopic(tokens: readonly Token[], at: number, before = at - 1): boolean {
  return isPlayed(tokens[before]) && concept(tokens[at])?.facet === "mood";
}

/** Whether the token is an instrument or a voice. */
export function isPlayed(token: Token | undefined): boolean {
  const known = concept(token);
  return known?.facet === "instrument" || /voice|vocal|sing/.test(known?.name ?? "");
}

function concept(token: Token | undefined): Concept | undefined {
  return token === undefined ? undefined : vocabulary().meaning(token.word, token.stem)?.concepts[0];
}

function isOr(word: string): boolean {
  return ["or", "nor", "ni", "ou", "oder", "noch", "o", "ne", "nem"].includes(word);
}

function isAnd(word: string): boolean {
  return ["and", "y", "e", "et", "und"].includes(word);
}
