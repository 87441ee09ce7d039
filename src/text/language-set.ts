/** The languages of briefs besides English, which is always read. The others are read only if a brief is in them. */
export const FOREIGN = ["es", "fr", "de", "it", "pt"] as const;
export type Foreign = (typeof FOREIGN)[number];
export type Language = "en" | Foreign;

/** A set of languages, one bit each. */
export type LanguageSet = number;

export const NO_LANGUAGE: LanguageSet = 0;
export const ENGLISH: LanguageSet = 1;

const BITS: Readonly<Record<Language, LanguageSet>> = { en: ENGLISH, es: 2, fr: 4, de: 8, it: 16, pt: 32 };

export const ALL_FOREIGN: LanguageSet = FOREIGN.reduce((set, language) => set | only(language), NO_LANGUAGE);

/** The set of one language. */
export function only(language: Language): LanguageSet {
  return BITS[language];
}

export function hasLanguage(set: LanguageSet, language: Language): boolean {
  return (set & only(language)) !== 0;
}

export function foreignIn(set: LanguageSet): readonly Foreign[] {
  return FOREIGN_IN[set] ?? [];
}

/** By set: its foreign languages, because each word of a foreign text asks for them. */
const FOREIGN_IN: readonly (readonly Foreign[])[] = Array.from({ length: 2 ** (FOREIGN.length + 1) }, (_, set) =>
  FOREIGN.filter((language) => hasLanguage(set, language)),
);

/** The foreign languages of a passage. */
export interface SpokenLanguages {
  /** The languages of the entire passage. */
  readonly languages: LanguageSet;
  /** For each token, the foreign languages that outweigh English in its sentence, or none. */
  readonly lead: readonly LanguageSet[];
}
