import { once } from "../lib/once.ts";
import { dataLines, listed } from "../text/data-lines.ts";
import { ENGLISH, type Language, type LanguageSet, only } from "../text/language-set.ts";
import { type PhraseTable, phraseTable } from "../text/phrase-table.ts";
import type { Token } from "../text/tokens.ts";
import { fold } from "../text/words.ts";
import attitudes from "./words/attitudes.txt" with { type: "text" };

/**
 * What the words around a musical term show: that it is refused, criticised, wanted, to be reduced, or allowed; that
 * the sentence is about an earlier suggestion, about a story, or about the music.
 */
export const ATTITUDES = ["refuse", "complain", "want", "reduce", "allow", "former", "story", "music"] as const;
export type Attitude = (typeof ATTITUDES)[number];

/** Words that show an attitude: tokens `from` to before `to`. */
export interface AttitudeWords {
  readonly attitude: Attitude;
  readonly from: number;
  readonly to: number;
}

/**
 * Finds the longest phrase of each attitude at each token, in English and the languages of a text. A word can show
 * several attitudes.
 */
export function attitudesIn(tokens: readonly Token[], languages: LanguageSet): readonly AttitudeWords[] {
  const tables = attitudeTables().filter(({ language }) => (language & (languages | ENGLISH)) !== 0);
  const found: AttitudeWords[] = [];
  for (let at = 0; at < tokens.length; at++) {
    for (const { phrases } of tables) {
      const phrase = phrases.longestAt(tokens, at);
      if (phrase === null) continue;
      for (const attitude of phrase.value) found.push({ attitude, from: at, to: phrase.to });
    }
  }
  return found;
}

interface AttitudeTable {
  readonly language: LanguageSet;
  readonly phrases: PhraseTable<ReadonlySet<Attitude>>;
}

const attitudeTables = once((): readonly AttitudeTable[] => {
  const byLanguage = new Map<Language, Map<string, Set<Attitude>>>();
  for (const line of dataLines(attitudes)) {
    const [head = "", list = ""] = line.split("|");
    const [lang, name] = head.trim().split(" ");
    const language = LANGUAGES.find((one) => one === lang);
    const attitude = ATTITUDES.find((one) => one === name);
    if (language === undefined || attitude === undefined)
      throw new Error(`The file of attitudes has an unknown line "${head.trim()}".`);
    const phrases = byLanguage.get(language) ?? new Map<string, Set<Attitude>>();
    byLanguage.set(language, phrases);
    for (const phrase of listed(list)) {
      const key = phraseKey(phrase, language);
      phrases.set(key, (phrases.get(key) ?? new Set<Attitude>()).add(attitude));
    }
  }
  return [...byLanguage].map(([language, phrases]) => ({ language: only(language), phrases: phraseTable(phrases) }));
});

const LANGUAGES: readonly Language[] = ["en", "de", "fr", "es", "it", "pt"];

const ELIDING: ReadonlySet<Language> = new Set<Language>(["fr", "it", "pt"]);

/** Returns a phrase as the words of tokens: folded, and without apostrophes. Elided words are separate. */
export function phraseKey(phrase: string, language: Language): string {
  return fold(phrase)
    .replace(/['’]/g, ELIDING.has(language) ? " " : "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .join(" ");
}
