import { readStored, writeStored } from "./stored.ts";

export const LANGUAGES = ["en", "de", "fr", "es"] as const;
export type PageLanguage = (typeof LANGUAGES)[number];

/** The languages in their own words. */
export const LANGUAGE_NAMES: Readonly<Record<PageLanguage, string>> = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
};

const STORED_AS = "needledrop-language";

/** Returns the chosen language, else the first of the browser's languages that the console has, else English. */
export function startingLanguage(): PageLanguage {
  const stored = readStored(STORED_AS, LANGUAGES);
  if (stored !== null) return stored;
  for (const tag of navigator.languages) {
    const found = LANGUAGES.find((language) => tag.toLowerCase().split("-")[0] === language);
    if (found !== undefined) return found;
  }
  return "en";
}

/** Names the page's language for screen readers. */
export function startLanguage(): void {
  document.documentElement.lang = startingLanguage();
}

export function keepLanguage(language: PageLanguage): void {
  writeStored(STORED_AS, language);
  document.documentElement.lang = language;
}

/** Returns the first of the browser's languages that is the page's language in a country, such as `en-IE`, else the page's language. */
export function regionalLanguage(language: PageLanguage): string {
  return navigator.languages.find((tag) => tag.toLowerCase().startsWith(`${language}-`)) ?? language;
}
