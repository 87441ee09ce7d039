import { isNear, type Token } from "./tokens.ts";

/** A table of phrases that finds them in tokens. */
export interface PhraseTable<Value> {
  /** Returns the longest phrase that begins at a token, with nothing but spaces and hyphens between its words. */
  longestAt(tokens: readonly Token[], at: number): { readonly value: Value; readonly to: number } | null;
}

/** Looks up the first word before anything else, because most words begin no phrase. */
export function phraseTable<Value>(phrases: ReadonlyMap<string, Value>): PhraseTable<Value> {
  const wordsMax = new Map<string, number>();
  for (const phrase of phrases.keys()) {
    const words = phrase.split(" ");
    const first = words[0] ?? "";
    wordsMax.set(first, Math.max(wordsMax.get(first) ?? 0, words.length));
  }
  return {
    longestAt: (tokens, at) => {
      const most = wordsMax.get(tokens[at]?.word ?? "") ?? 0;
      let longest: { value: Value; to: number } | null = null;
      let phrase = "";
      for (let to = at; to < Math.min(tokens.length, at + most); to++) {
        const token = tokens[to];
        if (token === undefined || (to > at && !isNear(token))) break;
        phrase += to === at ? token.word : ` ${token.word}`;
        const value = phrases.get(phrase);
        if (value !== undefined) longest = { value, to: to + 1 };
      }
      return longest;
    },
  };
}
