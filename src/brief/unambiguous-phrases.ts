import { foreignPhrases, spelledPhrases, type Translation } from "./foreign-phrases.ts";
import { languagesOfWord } from "./word-languages.ts";
import { ENGLISH, FOREIGN, foreignIn, type LanguageSet, NO_LANGUAGE } from "../text/language-set.ts";
import { once } from "../lib/once.ts";
import { beginningsOf } from "../text/beginnings.ts";
import type { Token } from "../text/tokens.ts";

/** Shorter words are syllables, initials and names. */
const LETTERS_MIN = 4;

/** Whether a joined phrase belongs to one of the languages, or is understood in every brief. */
export function isForeignPhrase(words: string, languages: LanguageSet): boolean {
  return (
    unambiguousPhrases().has(words) || foreignIn(languages).some((one) => foreignPhrases()[one].byWords.has(words))
  );
}

/**
 * Foreign phrases that are understood in every brief. They have no English word, are long enough, and mean the same in
 * every language that has them.
 */
export const unambiguousPhrases = once((): ReadonlyMap<string, Translation> => {
  const found = new Map<string, Translation>();
  const doubtful = new Set<string>();
  for (const language of FOREIGN) {
    for (const { words, translation } of spelledPhrases(language)) {
      const isForeign = words.some((word) => (languagesOfWord(word) & ENGLISH) === NO_LANGUAGE);
      const key = words.join("");
      const known = found.get(key);
      if (known !== undefined && known.name !== translation.name) doubtful.add(key);
      if (isForeign && key.length >= LETTERS_MIN && known === undefined) found.set(key, translation);
    }
  }
  for (const key of doubtful) found.delete(key);
  return found;
});

/** Whether one of these phrases can begin at a token and have several words. Rarely true where none does. */
export function canBeginUnambiguous(tokens: readonly Token[], at: number): boolean {
  return beginnings()(tokens, at);
}

const beginnings = once(() => beginningsOf(unambiguousPhrases().keys(), ({ word }) => word));
