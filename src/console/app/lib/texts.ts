import { computed, signal } from "@preact/signals";
import { en, type TextKey, type Texts } from "../texts/en.ts";
import { filled, type TextValues } from "./fill-text.ts";
import { keyIn } from "./musical-key.ts";
import { keepLanguage, type PageLanguage, regionalLanguage, startingLanguage } from "./language.ts";

/** English is in the first bundle, because it is also what the other texts fall back to while they load. */
const LOADERS: Readonly<Record<PageLanguage, () => Promise<Texts>>> = {
  en: async () => en,
  de: async () => (await import("../texts/de.ts")).de,
  fr: async () => (await import("../texts/fr.ts")).fr,
  es: async () => (await import("../texts/es.ts")).es,
};

export const language = signal<PageLanguage>(startingLanguage());
const texts = signal<Texts>(en);

/** Returns a text in the page's language, with each `{name}` replaced by its value. Components that call it follow the language. */
export function t(key: TextKey, values: TextValues = {}): string {
  return filled(texts.value[key], values, language.value);
}

/** The language in which dates are written: each country has its own forms. */
export const dateLanguage = computed(() => regionalLanguage(language.value));

/** Returns a time of an answer as a date in the page's language. */
export function dateText(time: string): string {
  return new Date(time).toLocaleDateString(dateLanguage.value, { dateStyle: "medium" });
}

/** Returns a key of the API, such as `A minor`, in the page's language. */
export function keyText(key: string): string {
  return keyIn(language.value, key);
}

/** Returns a number of days in the page's language, with the right plural. */
export function daysText(count: number): string {
  return count.toLocaleString(language.value, { style: "unit", unit: "day", unitDisplay: "long" });
}

/** Loads the texts of the page's language. Call it before the first render. */
export async function loadTexts(): Promise<void> {
  texts.value = await LOADERS[language.value]();
}

/** Changes the page's language. */
export async function chooseLanguage(chosen: PageLanguage): Promise<void> {
  texts.value = await LOADERS[chosen]();
  language.value = chosen;
  keepLanguage(chosen);
}
