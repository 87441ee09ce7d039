import { elidedLength } from "../text/elision.ts";
import { foreignPhrases } from "./foreign-phrases.ts";
import { foreignStem } from "../text/foreign-stem.ts";
import { functionLanguages } from "../text/function-words.ts";
import { languagesOfWord } from "./word-languages.ts";
import {
  ALL_FOREIGN,
  ENGLISH,
  FOREIGN,
  type LanguageSet,
  NO_LANGUAGE,
  only,
  type SpokenLanguages,
} from "../text/language-set.ts";
import { languagesOfLetters, languageOfLetters } from "../text/language-letters.ts";
import type { Token } from "../text/tokens.ts";

/** English grammar is stronger evidence than a musical word, which many languages borrow ("techno", "drums"). */
const GRAMMAR = 1;
const BORROWED = 0.5;

/** One foreign word is needed for this many English ones, because single words can be names or loans. */
const ENGLISH_PER_FOREIGN = 6;

/** Endings that only German compounds have: "Klaviermusik". */
const GERMAN_COMPOUND = /^.{4,}(?:musik|stücke?|stuecke?|lied(?:er)?|szenen?|klänge|klaenge|stimmung|begleitung)$/u;

/**
 * Returns the foreign languages of a passage. Each known word is evidence for the languages that have it, unless
 * English has it too. The smallest set of languages that explains the foreign words wins, so "triste" does not make a
 * Spanish brief Portuguese. One foreign word is enough if hardly any word is English or unknown; "epik trailor musik"
 * is misspelt and not German.
 */
export function detectLanguages(text: string, tokens: readonly Token[]): SpokenLanguages {
  const names = namesAmong(text, tokens);
  const evidence = tokens.map((token, at) => evidenceOf(token, text, names[at] === true));
  let [english, foreign] = weigh(tokens, evidence);
  if (foreign.size > 0) {
    addNeighbours(tokens, evidence, names);
    [english, foreign] = weigh(tokens, evidence);
  }
  if (english < 2 && foreign.size < 2) {
    tokens.forEach((token, at) => (evidence[at] ||= evidenceOfForms(token, text)));
    [english, foreign] = weigh(tokens, evidence);
  }
  const unknown = tokens.filter(({ word }, at) => evidence[at] === NO_LANGUAGE && word.length > 3 && isUnknown(word));
  const needed = english < 2 && unknown.length < 2 ? 1 : Math.max(2, english / ENGLISH_PER_FOREIGN);
  const languages = explain([...foreign.values()], needed);
  const mostlyForeign = languages !== NO_LANGUAGE && foreign.size > english;
  return { languages, lead: leads(tokens, evidence, languages, mostlyForeign) };
}

/** Returns the languages that a word is evidence for: English, foreign ones, or none if both have it. */
function evidenceOf(token: Token, text: string, isName: boolean): LanguageSet {
  const raw = rawWord(token, text);
  const elided = elidedLength(raw);
  const word = elided > 0 ? token.word.slice(elided - 1) : token.word;
  const known = languagesOfWord(word) & (isPlain(raw) ? ENGLISH | ALL_FOREIGN : languagesOfLetters(raw));
  if (known === ENGLISH) return ENGLISH;
  if (known === NO_LANGUAGE) return isName || isPlain(raw) ? NO_LANGUAGE : languageOfLetters(raw);
  return (known & ENGLISH) !== 0 ? NO_LANGUAGE : known & (isName ? only("de") : ALL_FOREIGN);
}

/** A word that English has too counts as foreign next to a foreign word of its language: "sin voz", "con brio". */
function addNeighbours(tokens: readonly Token[], evidence: LanguageSet[], names: readonly boolean[]): void {
  for (let at = 0; at < tokens.length; at++) {
    if (evidence[at] !== NO_LANGUAGE || names[at] === true) continue;
    const near = ((evidence[at + 1] ?? NO_LANGUAGE) | (evidence[at - 1] ?? NO_LANGUAGE)) & ALL_FOREIGN;
    if (near !== NO_LANGUAGE) evidence[at] = near & functionLanguages(tokens[at]?.word ?? "");
  }
}

/** The same for inflected forms. Too slow to run on every English brief. */
function evidenceOfForms(token: Token, text: string): LanguageSet {
  if (token.word.length < 5 || languagesOfWord(token.word) !== NO_LANGUAGE) return NO_LANGUAGE;
  const raw = rawWord(token, text);
  let found: LanguageSet = GERMAN_COMPOUND.test(raw) ? only("de") : NO_LANGUAGE;
  for (const language of FOREIGN)
    if (foreignPhrases()[language].byStems.has(foreignStem(language, raw))) found |= only(language);
  return found;
}

/** Capitals within a sentence mark names ("Café del Mar"), except in German, where nouns have them. */
function namesAmong(text: string, tokens: readonly Token[]): boolean[] {
  const isCapital = tokens.map((token) => /^\p{Lu}/u.test(text.slice(token.start, token.start + 1)));
  if (isCapital.every(Boolean)) return tokens.map(() => false);
  return tokens.map((token, at) => isCapital[at] === true && token.gap !== "sentence");
}

function rawWord(token: Token, text: string): string {
  return text.slice(token.start, token.end).toLowerCase();
}

function isUnknown(word: string): boolean {
  return languagesOfWord(word) === NO_LANGUAGE;
}

/** Returns the weight of the English words, and the foreign words with their languages, each word once. */
function weigh(
  tokens: readonly Token[],
  evidence: readonly LanguageSet[],
): [english: number, foreign: Map<string, LanguageSet>] {
  const seen = new Set<string>();
  const foreign = new Map<string, LanguageSet>();
  let english = 0;
  tokens.forEach(({ word }, at) => {
    const set = evidence[at] ?? NO_LANGUAGE;
    if (set === NO_LANGUAGE || seen.has(word)) return;
    seen.add(word);
    if (set === ENGLISH) english += englishWeight(word);
    else foreign.set(word, set);
  });
  return [english, foreign];
}

function englishWeight(word: string): number {
  return (functionLanguages(word) & ENGLISH) !== 0 ? GRAMMAR : BORROWED;
}

/** Returns the languages that explain most words, then those that explain enough of the rest. */
function explain(words: readonly LanguageSet[], needed: number): LanguageSet {
  let languages: LanguageSet = NO_LANGUAGE;
  let open = words;
  while (open.length > 0) {
    const counts = FOREIGN.map((language) => open.filter((set) => (set & only(language)) !== 0).length);
    const most = Math.max(...counts);
    if (most < (languages === NO_LANGUAGE ? needed : Math.max(2, needed))) break;
    FOREIGN.forEach((language, at) => {
      if (counts[at] === most) languages |= only(language);
    });
    open = open.filter((set) => (set & languages) === NO_LANGUAGE);
  }
  return languages;
}

function leads(
  tokens: readonly Token[],
  evidence: readonly LanguageSet[],
  languages: LanguageSet,
  mostlyForeign: boolean,
): LanguageSet[] {
  const lead = tokens.map(() => NO_LANGUAGE);
  if (languages === NO_LANGUAGE) return lead;
  let from = 0;
  for (let at = 1; at <= tokens.length; at++) {
    if (at < tokens.length && tokens[at]?.gap !== "sentence") continue;
    lead.fill(leadOf(tokens, evidence, from, at, languages, mostlyForeign), from, at);
    from = at;
  }
  return lead;
}

function leadOf(
  tokens: readonly Token[],
  evidence: readonly LanguageSet[],
  from: number,
  to: number,
  languages: LanguageSet,
  mostlyForeign: boolean,
): LanguageSet {
  let english = 0;
  let foreign = 0;
  let spoken: LanguageSet = NO_LANGUAGE;
  for (let at = from; at < to; at++) {
    const set = evidence[at] ?? NO_LANGUAGE;
    if (set === ENGLISH) english += englishWeight(tokens[at]?.word ?? "");
    else if ((set & languages) !== 0) {
      foreign++;
      spoken |= set & languages;
    }
  }
  if (foreign === 0 && english === 0) return mostlyForeign ? languages : NO_LANGUAGE;
  return foreign > english ? spoken : NO_LANGUAGE;
}

function isPlain(word: string): boolean {
  for (let at = 0; at < word.length; at++) if (word.charCodeAt(at) > 127) return false;
  return true;
}
