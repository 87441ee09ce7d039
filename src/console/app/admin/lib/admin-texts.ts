import { effect, signal } from "@preact/signals";
import { filled, type TextValues } from "../../lib/fill-text.ts";
import type { PageLanguage } from "../../lib/language.ts";
import { language } from "../../lib/texts.ts";
import { type AdminTextKey, type AdminTexts, en } from "../texts/en.ts";

const LOADERS: Readonly<Record<PageLanguage, () => Promise<AdminTexts>>> = {
  en: async () => en,
  de: async () => (await import("../texts/de.ts")).de,
  fr: async () => (await import("../texts/fr.ts")).fr,
  es: async () => (await import("../texts/es.ts")).es,
};

const texts = signal<AdminTexts>(en);

/** Returns a text of the administration in the page's language, with each `{name}` replaced by its value. */
export function a(key: AdminTextKey, values: TextValues = {}): string {
  return filled(texts.value[key], values, language.value);
}

/** Loads the texts of the page's language, and again whenever that changes. */
export async function loadAdminTexts(): Promise<void> {
  await loadTextsOf(language.value);
  effect(() => {
    // Without an answer, the texts of the language before stay.
    loadTextsOf(language.value).catch(() => undefined);
  });
}

async function loadTextsOf(wanted: PageLanguage): Promise<void> {
  const loaded = await LOADERS[wanted]();
  if (language.peek() === wanted) texts.value = loaded;
}
