import { type AttitudeWords, attitudesIn } from "./attitudes.ts";
import { foreignStem } from "../text/foreign-stem.ts";
import { type Foreign, foreignIn, type LanguageSet } from "../text/language-set.ts";
import { detectLanguages } from "./spoken-languages.ts";
import type { TextParts } from "./parts/part-kind.ts";
import { splitElided } from "../text/elision.ts";
import { normalise, type Token, tokenise } from "../text/tokens.ts";

/** The steps that read a passage, in this order. */
export type ReadingStep = "negation" | "everyday" | "constraint" | "logistics" | "name" | "wish";

/** A query or a context while it is read. Each step claims the words that it has understood. */
export interface Passage {
  /** Normalised text in the client's case, with spelling corrected; `corrections` lists the original words. */
  readonly text: string;
  /** `text` in lower case, at the same offsets. */
  readonly lower: string;
  readonly tokens: readonly Token[];
  /** The words of the passage that show an attitude, in their order. */
  readonly attitudes: readonly AttitudeWords[];
  /** For each token, the step that understood it, or null. Later steps skip claimed tokens. */
  readonly claimed: (ReadingStep | null)[];
  /** For each token, 1 if wanted, below 0 if negated, 0 if neither. */
  readonly polarity: number[];
  readonly corrections: readonly PlacedCorrection[];
  /** What the parts of the text are about. Null for a short text, which is a direction. */
  readonly parts: TextParts | null;
  /** Words that no language of the passage has and that no correction was found for. */
  readonly unknownWords: ReadonlySet<string>;
  /** The foreign languages of the passage. */
  readonly languages: LanguageSet;
  /** For each token, the foreign languages that outweigh English in its sentence. */
  readonly lead: readonly LanguageSet[];
  /** For each language and token, the word's stem. */
  readonly foreignStems: ReadonlyMap<Foreign, readonly string[]>;
}

/** A corrected word. `start` and `end` are offsets of the correction in the passage's text. */
export interface PlacedCorrection {
  readonly start: number;
  readonly end: number;
  readonly from: string;
  readonly to: string;
}

export function passageOf(text: string): Passage {
  const normal = normalise(text);
  const plain = tokenise(normal);
  const lower = lowerAtSameOffsets(normal);
  const spoken = detectLanguages(normal, plain);
  const { tokens, lead } = splitElided(lower, plain, spoken);
  const foreignStems = new Map(
    foreignIn(spoken.languages).map((language) => [
      language,
      tokens.map((token) => foreignStem(language, lower.slice(token.start, token.end))),
    ]),
  );
  return {
    text: normal,
    lower,
    tokens,
    attitudes: attitudesIn(tokens, spoken.languages),
    claimed: tokens.map(() => null),
    polarity: tokens.map(() => 1),
    corrections: [],
    parts: null,
    unknownWords: new Set(),
    languages: spoken.languages,
    lead,
    foreignStems,
  };
}

/** Lower case can lengthen a letter ("İ"), and a sigma depends on its neighbours: then letters are lowered one by one. */
function lowerAtSameOffsets(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length && !text.includes("Σ")) return lower;
  return Array.from(text, (char) => (char.toLowerCase().length === char.length ? char.toLowerCase() : char)).join("");
}

/** Returns what the client wrote between two offsets of the text, before corrections. */
export function clientWords(passage: Passage, start: number, end: number): string {
  let words = "";
  let from = start;
  for (const correction of passage.corrections) {
    if (correction.start < from || correction.end > end) continue;
    words += passage.text.slice(from, correction.start) + correction.from;
    from = correction.end;
  }
  return words + passage.text.slice(from, end);
}

/** Returns the words of consecutive tokens as the client wrote them. */
export function written(passage: Passage, from: number, to: number): string {
  return clientWords(passage, passage.tokens[from]?.start ?? 0, passage.tokens[to - 1]?.end ?? 0);
}

/** Returns the tokens that a stretch of text touches: the first one, and the last + 1. */
export function tokensWithin(passage: Passage, start: number, end: number): readonly [from: number, to: number] {
  const from = firstEndingAfter(passage.tokens, start);
  if (from === passage.tokens.length) return [0, 0];
  let to = from;
  while (to < passage.tokens.length && (passage.tokens[to]?.start ?? end) < end) to++;
  return [from, to];
}

/** Returns the first token that ends after an offset, by binary search. */
function firstEndingAfter(tokens: readonly Token[], offset: number): number {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((tokens[middle]?.end ?? 0) > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Claims the tokens `from` to before `to` for a step. The step that claims a token first keeps it. */
export function claim(passage: Passage, step: ReadingStep, from: number, to: number): void {
  for (let at = from; at < Math.min(to, passage.claimed.length); at++) passage.claimed[at] ??= step;
}

/** Whether a step has claimed the token. False beyond the passage's ends. */
export function isClaimed(passage: Passage, at: number): boolean {
  return (passage.claimed[at] ?? null) !== null;
}

/** Whether every token from `from` to before `to` is claimed. */
export function isAllClaimed({ claimed }: Passage, from: number, to: number): boolean {
  return claimed.slice(from, to).every((step) => step !== null);
}
