import { foreignStem } from "../text/foreign-stem.ts";
import type { Foreign } from "../text/language-set.ts";
import german from "./languages/de.txt" with { type: "text" };
import spanish from "./languages/es.txt" with { type: "text" };
import french from "./languages/fr.txt" with { type: "text" };
import italian from "./languages/it.txt" with { type: "text" };
import portuguese from "./languages/pt.txt" with { type: "text" };
import { once } from "../lib/once.ts";
import { beginningsOf, beginningsOfForms } from "../text/beginnings.ts";
import type { Token } from "../text/tokens.ts";
import { fold } from "../text/words.ts";
import { tagKey, wordKey } from "../text/keys.ts";
import { readLines } from "./vocabulary-lines.ts";
import characteristics from "./vocabulary/characteristic.txt" with { type: "text" };
import moods from "./vocabulary/mood.txt" with { type: "text" };
import { dataLines, listed } from "../text/data-lines.ts";

/** What a foreign phrase means: a name of the vocabulary with its keys, and the share of its meaning. */
export interface Translation {
  readonly name: string;
  readonly words: string;
  readonly stems: string;
  readonly strength: number;
}

/** The phrases of one language, by their joined folded words and by their joined stems. */
export interface ForeignPhrases {
  readonly byWords: ReadonlyMap<string, Translation>;
  readonly byStems: ReadonlyMap<string, Translation>;
}

const HALF = 0.5;

/** The other endings of an adjective in -o. */
const GENDERED: Readonly<Partial<Record<Foreign, readonly string[]>>> = {
  es: ["a", "os", "as"],
  pt: ["a", "os", "as"],
  it: ["a", "i", "e"],
};
const ADJECTIVE_MIN = 4;
const NATIONALITY = /(?:an|in|ic)o$/;

/** Forms that are verbs: "dura" and "duri" mean "it lasts", "seria" without its accent means "it would be". */
const VERBS: ReadonlySet<string> = new Set(["dura", "duri", "seria"]);

/** One word of a phrase, in lower case with its accents. */
const WORD = /[\p{L}\p{N}\p{M}]+/gu;

const FILES: Readonly<Record<Foreign, string>> = {
  es: spanish,
  fr: french,
  de: german,
  it: italian,
  pt: portuguese,
};

/** If two lines have the same phrase, the first one gets it. */
export const foreignPhrases = once((): Readonly<Record<Foreign, ForeignPhrases>> => {
  const [es, fr, de, it, pt] = [read("es"), read("fr"), read("de"), read("it"), read("pt")];
  return { es, fr, de, it, pt };
});

/** Whether one of a language's phrases of several words can begin at a token. `stems` has the stem of each token. */
export function canBeginForeign(
  language: Foreign,
  tokens: readonly Token[],
  stems: readonly string[],
  at: number,
): boolean {
  const { byWords, byStems } = beginnings()[language];
  return byWords(tokens, at) || byStems(stems, tokens, at);
}

const beginnings = once(() => {
  const of = ({ byWords, byStems }: ForeignPhrases) => ({
    byWords: beginningsOf(byWords.keys(), ({ word }) => word),
    byStems: beginningsOfForms(byStems.keys()),
  });
  const { es, fr, de, it, pt } = foreignPhrases();
  return { es: of(es), fr: of(fr), de: of(de), it: of(it), pt: of(pt) };
});

/** Returns the lines of a language file: a name of the vocabulary, and the phrases for it. */
export function foreignLines(language: Foreign): { readonly name: string; readonly phrases: readonly string[] }[] {
  return dataLines(FILES[language]).map((line) => {
    const [name = "", phrases = ""] = line.split("|").map((part) => part.trim());
    return { name, phrases: listed(phrases) };
  });
}

/** Returns every spelling of every phrase of a language: its folded words, and its words in lower case with accents. */
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
    // With and without accents, because the stemmer needs them to find a suffix: "énergique", "energique".
    learn(byStems, raw.map((word) => foreignStem(language, word)).join(""), translation);
    learn(byStems, words.map((word) => foreignStem(language, word)).join(""), translation);
  }
  // Only now, because the words themselves come before their forms.
  for (const { words, translation } of spelledPhrases(language)) {
    const [word = "", ...more] = words;
    if (more.length > 0 || !(isQuality(translation.name) || NATIONALITY.test(word))) continue;
    for (const form of formsOf(language, word)) learn(byWords, form, translation);
  }
  return { byWords, byStems };
}

/**
 * Returns the gendered forms of an adjective: "fría", "melódicas". Their stems are too short, or those of other words
 * ("rápida" and rap). Nouns get no forms, because a noun's form is often another word.
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

/** Returns a phrase with and without umlauts: "fröhlich", "froehlich". Folding adds "frohlich". */
function spellings(language: Foreign, phrase: string): string[] {
  const plain = phrase.replace("~", "").toLowerCase();
  if (language !== "de" || !/[äöü]/.test(plain)) return [plain];
  return [plain, plain.replace(/ä/g, "ae").replace(/ö/g, "oe").replace(/ü/g, "ue")];
}

function learn(map: Map<string, Translation>, key: string, translation: Translation): void {
  if (!map.has(key)) map.set(key, translation);
}
