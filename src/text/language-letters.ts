import { ALL_FOREIGN, ENGLISH, type Foreign, type LanguageSet, NO_LANGUAGE, only } from "./language-set.ts";

/** The languages that use a letter. English keeps the accents of its loan words ("café", "cliché", "naïve"). */
const LETTERS: ReadonlyMap<string, LanguageSet> = new Map([
  ...each("ñ¿¡", ["es"]),
  ...each("äöß", ["de"]),
  ...each("ü", ["de", "es"]),
  ...each("áíóú", ["es", "pt"]),
  ...each("ãõ", ["pt"]),
  ...each("ç", ["fr", "pt"]),
  ...each("âêô", ["fr", "pt"]),
  ...each("îûëœæ", ["fr"]),
  ...each("ùè", ["fr", "it"]),
  ...each("òì", ["it"]),
  ...each("à", ["fr", "it", "pt"]),
  ["é", ENGLISH | only("es") | only("fr") | only("it") | only("pt")],
  ["ï", ENGLISH | only("fr")],
]);

/** Returns the languages whose alphabets have all letters of a word. */
export function languagesOfLetters(word: string): LanguageSet {
  let languages = ENGLISH | ALL_FOREIGN;
  for (const letter of word) languages &= LETTERS.get(letter) ?? languages;
  return languages;
}

/** Returns the foreign language of a word whose letters only that language has, otherwise no language. */
export function languageOfLetters(word: string): LanguageSet {
  const languages = languagesOfLetters(word);
  const isOne = languages !== NO_LANGUAGE && (languages & (languages - 1)) === 0;
  return isOne && languages !== ENGLISH ? languages : NO_LANGUAGE;
}

function each(letters: string, languages: readonly Foreign[]): [string, LanguageSet][] {
  const set = languages.reduce((all, language) => all | only(language), NO_LANGUAGE);
  return Array.from(letters, (letter) => [letter, set]);
}
