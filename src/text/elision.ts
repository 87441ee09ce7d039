import { type LanguageSet, NO_LANGUAGE, only, type SpokenLanguages } from "./language-set.ts";
import { lexemeOf } from "./lexeme.ts";
import { fold, withoutApostrophes } from "./words.ts";
import type { Token } from "./tokens.ts";

const ELIDING: LanguageSet = only("fr") | only("it") | only("pt");

/** Shortened articles and pronouns before an apostrophe: "l'orchestre", "d'amour", "dell'amore". */
const ELIDED = /^(?:l|d|qu|j|n|s|m|t|c|un|dell|all|nell|sull|dall|quell|quest|bell|jusqu|lorsqu|quelqu)'(?=..)/u;

/** Returns the length of the shortened part of a lower-case word, with its apostrophe; 0 for a word without one. */
export function elidedLength(word: string): number {
  return word.includes("'") ? (ELIDED.exec(word)?.[0].length ?? 0) : 0;
}

/**
 * Splits "l'orchestre" into two tokens, if the passage is in a language that elides. English keeps "o'clock" and
 * "d'n'b".
 */
export function splitElided(
  lower: string,
  tokens: readonly Token[],
  { languages, lead }: SpokenLanguages,
): { readonly tokens: readonly Token[]; readonly lead: readonly LanguageSet[] } {
  if ((languages & ELIDING) === NO_LANGUAGE || !lower.includes("'")) return { tokens, lead };
  const split: Token[] = [];
  const leads: LanguageSet[] = [];
  tokens.forEach((token, at) => {
    const length = elidedLength(lower.slice(token.start, token.end));
    const middle = token.start + length;
    if (length > 0) split.push({ ...wordOf(lower, token.start, middle - 1), gap: token.gap });
    split.push(length > 0 ? { ...wordOf(lower, middle, token.end), gap: "space" } : token);
    while (leads.length < split.length) leads.push(lead[at] ?? NO_LANGUAGE);
  });
  return { tokens: split, lead: leads };
}

function wordOf(lower: string, start: number, end: number): Omit<Token, "gap"> {
  const lexeme = lexemeOf(withoutApostrophes(fold(lower.slice(start, end))));
  return { word: lexeme.word, stem: lexeme.stem, lexeme, start, end };
}
