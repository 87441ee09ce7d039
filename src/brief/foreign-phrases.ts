import { foreignStem } from "../text/foreign-stem.ts";
import type { Foreign } from "../text/language-set.ts";
import german from "./languages/de.txt" with { type: "text" };
import spanish from "./languages/es.txt" with { type: "text" };
import french from "./languages/fr.txt" with { type: "text" };
import italian from "./languages/it.txt" with { type: "text" };
import portuguese from "./languages/pt.txt" with { type: "text" };
import { once } from "../lib/once.ts";
import { fold } from "../text/words.ts";
import { tagKey, wordKey } from "../text/keys.ts";
import { readLines } from "./vocabulary-lines.ts";
import characteristics from "./vocabulary/characteristic.txt" with { type: "text" };
import moods from "./vocabulary/mood.txt" with { type: "text" };
import { dataLines, listed } from "../text/data-lines.ts";

/** What a foreign phrase is called in the vocabulary: the keys of its name, and how fully it says that. */
export interface Translation {
  readonly name: string;
  readonly words: string;
  readonly stems: string;
  readonly strength: number;
}

/** The phrases of one language, by their folded words and by their stems, each joined. */
export interface ForeignPhrases {
  readonly byWords: ReadonlyMap<string, Translation>;
  readonly byStems: ReadonlyMap<string, Translation>;
}

const HALF = 0.5;

/** What an adjective in -o ends in otherwise. */
const GENDERED: Readonly<Partial<Record<Foreign, readonly string[]>>> = {
  es: ["a", "os", "as"],
  pt: ["a", "os", "as"],
  it: ["a", "i", "e"],
};
const ADJECTIVE_MIN = 4;
const NATIONALITY = /(?:an|in|ic)o$/;

/** "It lasts" and, without its accent, "it would be". */
const VERBS: ReadonlySet<string> = new Set(["dura", "duri", "seria"]);

/** A word of a phrase, with its accents, in lower case. */
const WORD = /[\p{L}\p{N}\p{M}]+/gu;

const FILES: Readonly<Record<Foreign, string>> = {
  es: spanish,
  fr: french,
  de: german,
  it: italian,
  pt: portuguese,
};

/** Where two lines claim a phrase, the first has it. */
export const foreignPhrases = once((): Readonly<Record<Foreign, ForeignPhrases>> => {
  const [es, fr, de, it, pt] = [read("es"), read("fr"), read("de"), read("it"), read("pt")];
  return { es, fr, de, it, pt };
});

/** Every line of the language files: what it names, and the phrases for it. */
export function foreignLines(language: Foreign): { readonly name: string; readonly phrases: readonly string[] }[] {
  return dataLines(FILES[language]).map((line) => {
    const [name = "", phrases = ""] = line.split("|").map((part) => part.trim());
    return { name, phrases: listed(phrases) };
  });
}

/** Every way to write every phrase of a language, word by word: folded, and in lower case with its accents. */
export function spelledPhrases(language: Foreign): {
  readonly words: readonly string[];
  readonly raw: readonly string[];
  readonly translation: Translation;
}[] {
  return foreignLines(language).flatMap(({ name, phrases }) =>
    phrases.flatMap((phrase) =>
      spellings(language, phrase).map((spelling) => {
        const raw = spelling.match(WORD) ?? [];
        const strength = phrase.startsWith("~") ? HALF : 1;
        return {
          words: raw.map(fold),
          raw,
          translation: { name, words: wordKey(name), stems: tagKey(name), strength },
        };
      }),
    ),
  );
}

function read(language: Foreign): ForeignPhrases {
  const byWords = new Map<string, Translation>();
  const byStems = new Map<string, Translation>();
  for (const { words, raw, translation } of spelledPhrases(language)) {
    learn(byWords, words.join(""), translation);
    // With accents and without, because suffixes are told by them: "énergique", "energique".
    learn(byStems, raw.map((word) => foreignStem(language, word)).join(""), translation);
    learn(byStems, words.map((word) => foreignStem(language, word)).join(""), translation);
  }
  // After all words are known as they are.
  for (const { words, translation } of spelledPhrases(language)) {
    const [word = "", ...more] = words;
    if (more.length > 0 || !(isQuality(translation.name) || NATIONALITY.test(word))) continue;
    for (const form of formsOf(language, word)) learn(byWords, form, translation);
  }
  return { byWords, byStems };
}

/**
 * "Fría", "melódicas": the stems of such forms are too short, or those of other words ("rápida" is no rap). Nouns have
 * no such forms, and what they would be is often another word.
 */
function formsOf(language: Foreign, word: string): string[] {
  const endings = GENDERED[language];
  if (endings === undefined || word.length < ADJECTIVE_MIN || !word.endsWith("o")) return [];
  return endings.map((ending) => word.slice(0, -1) + ending).filter((form) => !VERBS.has(form));
}

function isQuality(name: string): boolean {
  return qualities().has(name);
}

const qualities = once(
  () => new Set([moods, characteristics].flatMap((file) => readLines(file).map((line) => line.name))),
);

/** German is written without its dots as well: "fröhlich", "froehlich" (and, folded, "frohlich"). */
function spellings(language: Foreign, phrase: string): string[] {
  const plain = phrase.replace("~", "").toLowerCase();
  if (language !== "de" || !/[äöü]/.test(plain)) return [plain];
  return [plain, plain.replace(/ä/g, "ae").replace(/ö/g, "oe").replace(/ü/g, "ue")];
}

function learn(map: Map<string, Translation>, key: string, translation: Translation): void {
  if (!map.has(key)) map.set(key, translation);
}
