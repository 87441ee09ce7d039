import { isFalseFriend, functionLanguages } from "../../text/function-words.ts";
import { languagesOfWord } from "../word-languages.ts";
import { ENGLISH, FOREIGN, type Language, type LanguageSet, NO_LANGUAGE, only } from "../../text/language-set.ts";
import { once } from "../../lib/once.ts";
import type { Passage } from "../passage.ts";
import { fold } from "../../text/words.ts";
import { dataLines, listed } from "../../text/data-lines.ts";
import negations from "../words/negations.txt" with { type: "text" };

/** How a phrase negates. */
export type ForeignCueKind = "no" | "list" | "less" | "none";

/** What another word does near a negation; `negations.txt` describes each role. */
export type WordRole = "or" | "and" | "turn" | "verb" | "after";

/** A comparison like "rather … than": its second phrase, and how the words after that are negated. */
export interface Comparison {
  readonly second: string;
  readonly kind: "no" | "less";
  readonly languages: LanguageSet;
}

interface NegationWords {
  readonly cues: ReadonlyMap<string, readonly (readonly [ForeignCueKind, LanguageSet])[]>;
  readonly comparisons: ReadonlyMap<string, readonly Comparison[]>;
  readonly parts: Readonly<Record<WordRole, ReadonlyMap<string, LanguageSet>>>;
  /** The first words of all cues and comparisons, to skip most words of a brief quickly. */
  readonly beginnings: ReadonlySet<string>;
}

/** Returns how the phrase at a token negates, or null. */
export function cueKind(phrase: string, passage: Passage, at: number): ForeignCueKind | null {
  const known = negationWords().cues.get(phrase);
  const isForeign = (passage.lead[at] ?? NO_LANGUAGE) !== NO_LANGUAGE;
  const here = known?.filter(([, languages]) => isForeign || (languages & ENGLISH) === NO_LANGUAGE);
  return here?.find(([, languages]) => isMeant(languages, passage, at))?.[0] ?? null;
}

/** Returns the comparisons that a phrase begins. */
export function comparisonsOf(phrase: string, passage: Passage, at: number): readonly Comparison[] {
  const known = negationWords().comparisons.get(phrase) ?? [];
  const isForeign = (passage.lead[at] ?? NO_LANGUAGE) !== NO_LANGUAGE;
  return known.filter(
    ({ languages }) => (isForeign || (languages & ENGLISH) === NO_LANGUAGE) && isMeant(languages, passage, at),
  );
}

export function canBeginCue(word: string): boolean {
  return negationWords().beginnings.has(word);
}

export function hasRole(part: WordRole, passage: Passage, at: number): boolean {
  const languages = negationWords().parts[part].get(passage.tokens[at]?.word ?? "");
  return languages !== undefined && isMeant(languages, passage, at);
}

/**
 * Whether a word of these languages is used as one of them here. In an English sentence, a word that English has too
 * ("sin", "con") is foreign only before a foreign word. In a foreign sentence, an English word is not English if it is
 * grammar of that language ("no" means "in the" in Portuguese).
 */
function isMeant(languages: LanguageSet, passage: Passage, at: number): boolean {
  const lead = passage.lead[at] ?? NO_LANGUAGE;
  const word = passage.tokens[at]?.word ?? "";
  if ((languages & lead) !== NO_LANGUAGE) return true;
  if ((languages & ENGLISH) !== 0) return (functionLanguages(word) & lead) === NO_LANGUAGE;
  if (!isFalseFriend(word) && (functionLanguages(word) & ENGLISH) === 0) return lead === NO_LANGUAGE || word.length > 3;
  const next = languagesOfWord(passage.tokens[at + 1]?.word ?? "");
  return (languages & passage.languages & next) !== NO_LANGUAGE && (next & ENGLISH) === 0;
}

const negationWords = once((): NegationWords => {
  const cues = new Map<string, (readonly [ForeignCueKind, LanguageSet])[]>();
  const comparisons = new Map<string, Comparison[]>();
  const parts = { or: new Map(), and: new Map(), turn: new Map(), verb: new Map(), after: new Map() };
  for (const line of dataLines(negations)) {
    const [head = "", list = ""] = line.split("|").map((half) => half.trim());
    const [name = "", kind = ""] = head.split(" ");
    const language = languageOf(name);
    for (const phrase of listed(list)) {
      if (kind === "no" || kind === "list" || kind === "less" || kind === "none")
        put(cues, fold(phrase), [kind, only(language)]);
      else if (kind === "rather" || kind === "more") {
        const [first = "", second = ""] = phrase.split("…").map((half) => fold(half.trim()));
        put(comparisons, first, { second, kind: kind === "more" ? "less" : "no", languages: only(language) });
      } else if (isWordRole(kind)) {
        const words: Map<string, LanguageSet> = parts[kind];
        words.set(fold(phrase), (words.get(fold(phrase)) ?? NO_LANGUAGE) | only(language));
      } else throw new Error(`negations.txt has an unknown kind "${kind}".`);
    }
  }
  const beginnings = new Set([...cues.keys(), ...comparisons.keys()].map((phrase) => phrase.split(" ")[0] ?? ""));
  return { cues, comparisons, parts, beginnings };
});

function isWordRole(kind: string): kind is WordRole {
  return ["or", "and", "turn", "verb", "after"].includes(kind);
}

function languageOf(name: string): Language {
  const language = (["en", ...FOREIGN] as const).find((one) => one === name);
  if (language === undefined) throw new Error(`negations.txt has an unknown language "${name}".`);
  return language;
}

function put<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}
