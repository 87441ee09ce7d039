/** The languages a brief may be in. English is always read; the others where the words speak for them. */
export const FOREIGN = ["es", "fr", "de", "it", "pt"] as const;
export type Foreign = (typeof FOREIGN)[number];
export type Language = "en" | Foreign;

/** Some of the languages, one bit each: every word of a brief is asked which languages know it. */
export type LanguageSet = number;

export const NO_LANGUAGE: LanguageSet = 0;
export const ENGLISH: LanguageSet = 1;
export const ALL_FOREIGN: LanguageSet = FOREIGN.reduce((set, language) => set | only(language), NO_LANGUAGE);

/** The set of one language. */
export function only(language: Language): LanguageSet {
  return language === "en" ? ENGLISH : 2 << FOREIGN.indexOf(language);
}

export function hasLanguage(set: LanguageSet, language: Language): boolean {
  return (set & only(language)) !== 0;
}

export function foreignIn(set: LanguageSet): readonly Foreign[] {
  return set < 2 ? [] : FOREIGN.filter((language) => hasLanguage(set, language));
}

/** What is spoken in a passage. */
export interface SpokenLanguages {
  /** The foreign languages of the passage. */
  readonly languages: LanguageSet;
  /** By token: the foreign languages of its sentence where they outweigh English there, or none. */
  readonly lead: readonly LanguageSet[];
}
