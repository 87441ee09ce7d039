import { factOf } from "./lexeme.ts";
import { isNear, type Token } from "./tokens.ts";

/** A table of phrases that finds them in tokens. */
export interface PhraseTable<Value> {
  /** Returns the longest phrase that begins at a token, with nothing but spaces and hyphens between its words. */
  longestAt(tokens: readonly Token[], at: number): { readonly value: Value; readonly to: number } | null;
}

/** The beginning of phrases: the value of the phrase that ends here, and the words that can follow. */
interface Beginning<Value> {
  value: Value | undefined;
  next: Map<string, Beginning<Value>> | null;
}

/**
 * Reads phrases, with spaces between their words, into a tree of words. Most words begin no phrase, which
 * their lexemes remember, and most beginnings end after one word. So most tokens cost one number, and no strings are joined.
 */
export function phraseTable<Value>(phrases: ReadonlyMap<string, Value>): PhraseTable<Value> {
  const first = new Map<string, Beginning<Value>>();
  for (const [phrase, value] of phrases) {
    let words = first;
    let beginning: Beginning<Value> | undefined;
    for (const word of phrase.split(" ")) {
      if (beginning !== undefined) words = beginning.next ??= new Map();
      beginning = words.get(word) ?? { value: undefined, next: null };
      words.set(word, beginning);
    }
    if (beginning !== undefined) beginning.value = value;
  }
  const beginnings = [undefined, ...first.values()];
  const places = new Map(Array.from(first.keys(), (word, place) => [word, place + 1]));
  const beginningAt = factOf((word) => places.get(word) ?? 0);
  return {
    longestAt: (tokens, at) => {
      const begun = tokens[at];
      if (begun === undefined) return null;
      let beginning = beginnings[beginningAt(begun.lexeme)];
      let longest: { value: Value; to: number } | null = null;
      let to = at;
      while (beginning !== undefined) {
        to++;
        if (beginning.value !== undefined) longest = { value: beginning.value, to };
        const token = tokens[to];
        if (beginning.next === null || token === undefined || !isNear(token)) break;
        beginning = beginning.next.get(token.word);
      }
      return longest;
    },
  };
}
