import { ALL_FOREIGN, ENGLISH, FOREIGN, type LanguageSet, NO_LANGUAGE, only } from "./language-set.ts";
import { once } from "../lib/once.ts";
import { factOf, type Lexeme } from "./lexeme.ts";
import { fold } from "./words.ts";
import { dataLines } from "./data-lines.ts";
import german from "./words/de.txt" with { type: "text" };
import english from "./words/en.txt" with { type: "text" };
import spanish from "./words/es.txt" with { type: "text" };
import falseFriends from "./words/false-friends.txt" with { type: "text" };
import french from "./words/fr.txt" with { type: "text" };
import italian from "./words/it.txt" with { type: "text" };
import portuguese from "./words/pt.txt" with { type: "text" };

const FILES = { es: spanish, fr: french, de: german, it: italian, pt: portuguese } as const;

/**
 * Whether a search ignores the word: grammar, politeness, and words that every brief has ("music", "track"). A function
 * word of another language counts if the brief is in that language, or if English has no such word; "war", "die" and
 * "pour" are English words too.
 */
export function isFunctionWord(word: string, languages: LanguageSet = ALL_FOREIGN): boolean {
  const known = functionLanguages(word);
  return (known & (ENGLISH | languages)) !== 0 || (known !== NO_LANGUAGE && !isFalseFriend(word));
}

/** `isFunctionWord` of a token's lexeme. */
export function isFunctionLexeme(lexeme: Lexeme, languages: LanguageSet = ALL_FOREIGN): boolean {
  const known = functionsOf(lexeme);
  return (known & (ENGLISH | languages)) !== 0 || (known !== NO_LANGUAGE && !isFalseFriend(lexeme.word));
}

/** `functionLanguages` of a token's lexeme. */
export function functionsOf(lexeme: Lexeme): LanguageSet {
  return functionFact()(lexeme);
}

const functionFact = once(() => factOf(functionLanguages));

/** Returns the languages that have this word as a function word. */
export function functionLanguages(word: string): LanguageSet {
  return functionWords().get(word) ?? NO_LANGUAGE;
}

/** Whether another language spells this English word the same and means something else. */
export function isFalseFriend(word: string): boolean {
  return friends().has(word);
}

const friends = once(() => new Set(wordsOf(falseFriends)));

const functionWords = once(() => {
  const found = new Map<string, LanguageSet>();
  const add = (word: string, set: LanguageSet): unknown => found.set(word, (found.get(word) ?? NO_LANGUAGE) | set);
  for (const word of wordsOf(english)) add(word, ENGLISH);
  for (const language of FOREIGN) for (const word of wordsOf(FILES[language])) add(word, only(language));
  return found;
});

function wordsOf(file: string): string[] {
  return dataLines(file)
    .flatMap((line) => line.split(/\s+/))
    .filter((word) => word !== "")
    .map((word) => fold(word).replace(/'/g, ""));
}
