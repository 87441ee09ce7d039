import { spelledPhrases } from "./foreign-phrases.ts";
import { functionLanguages, isFalseFriend } from "../text/function-words.ts";
import { ENGLISH, FOREIGN, type LanguageSet, NO_LANGUAGE, only } from "../text/language-set.ts";
import { memoize } from "../lib/memoize.ts";
import { factOf, type Lexeme } from "../text/lexeme.ts";
import { once } from "../lib/once.ts";
import { isUnrelated } from "./spelled-words.ts";
import { vocabulary } from "./vocabulary.ts";

/** Returns the languages that have a folded word; none for an unknown word. Cached, because many steps ask for it. */
export function languagesOfWord(word: string): LanguageSet {
  return knownLanguages()(word);
}

/** `languagesOfWord` of a token's lexeme. */
export function languagesOf(lexeme: Lexeme): LanguageSet {
  return languageFact()(lexeme);
}

const languageFact = once(() => factOf(languagesOfWord));

const knownLanguages = once(() => memoize(findLanguages));

function findLanguages(word: string): LanguageSet {
  const functions = functionLanguages(word);
  const foreign = functions | (contentWords().get(word) ?? NO_LANGUAGE);
  // "Chanson de geste" in the vocabulary does not make "de" an English word.
  const isEnglish =
    isFalseFriend(word) || isUnrelated(word) || ((functions & ~ENGLISH) === 0 && vocabulary().words.has(word));
  return isEnglish ? foreign | ENGLISH : foreign;
}

const contentWords = once(() => {
  const found = new Map<string, LanguageSet>();
  for (const language of FOREIGN)
    for (const { words } of spelledPhrases(language))
      for (const word of words) found.set(word, (found.get(word) ?? NO_LANGUAGE) | only(language));
  return found;
});
