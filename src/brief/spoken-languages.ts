import { elidedLength } from "../text/elision.ts";
import { foreignPhrases } from "./foreign-phrases.ts";
import { foreignStem } from "../text/foreign-stem.ts";
import { functionsOf } from "../text/function-words.ts";
import { isCapitalAt } from "../text/capitals.ts";
import { languagesOf, languagesOfWord } from "./word-languages.ts";
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
import type { Lexeme } from "../text/lexeme.ts";
import type { Token } from "../text/tokens.ts";

const APOSTROPHE = 39;

const SPANISH = only("es");

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
  } else if (english === 0) {
    addSpanishWithout(tokens, evidence);
    [english, foreign] = weigh(tokens, evidence);
  }
  if (english < 2 && foreign.size < 2) {
    tokens.forEach((token, at) => (evidence[at] ||= evidenceOfForms(token, text)));
    [english, foreign] = weigh(tokens, evidence);
  }
  const unknown = tokens.filter(
    ({ word, lexeme }, at) => evidence[at] === NO_LANGUAGE && word.length > 3 && languagesOf(lexeme) === NO_LANGUAGE,
  );
  const needed = english < 2 && unknown.length < 2 ? 1 : Math.max(2, english / ENGLISH_PER_FOREIGN);
  const languages = explain([...foreign.values()], needed);
  const mostlyForeign = languages !== NO_LANGUAGE && foreign.size > english;
  return { languages, lead: leads(tokens, evidence, languages, mostlyForeign) };
}

/** Returns the languages that a word is evidence for: English, foreign ones, or none if both have it. */
function evidenceOf(token: Token, text: string, isName: boolean): LanguageSet {
  if (isPlain(text, token.start, token.end)) return ofKnown(languagesOf(token.lexeme), isName);
  const raw = rawWord(token, text);
  const elided = elidedLength(raw);
  const known = elided > 0 ? languagesOfWord(token.word.slice(elided - 1)) : languagesOf(token.lexeme);
  const isAscii = isPlain(raw.replaceAll("'", ""), 0);
  const possible = known & (isAscii ? ENGLISH | ALL_FOREIGN : languagesOfLetters(raw));
  if (possible === NO_LANGUAGE) return isName || isAscii ? NO_LANGUAGE : languageOfLetters(raw);
  return ofKnown(possible, isName);
}

/** Returns what a word of these languages is evidence for. */
function ofKnown(known: LanguageSet, isName: boolean): LanguageSet {
  if (known === ENGLISH) return ENGLISH;
  return (known & ENGLISH) !== 0 ? NO_LANGUAGE : known & (isName ? only("de") : ALL_FOREIGN);
}

/** A word that English has too counts as foreign next to a foreign word of its language: "sin voz", "con brio". */
function addNeighbours(tokens: readonly Token[], evidence: LanguageSet[], names: readonly boolean[]): void {
  for (let at = 0; at < tokens.length; at++) {
    if (evidence[at] !== NO_LANGUAGE || names[at] === true) continue;
    const near = ((evidence[at + 1] ?? NO_LANGUAGE) | (evidence[at - 1] ?? NO_LANGUAGE)) & ALL_FOREIGN;
    if (near !== NO_LANGUAGE) evidence[at] = near & functionsAt(tokens, at);
  }
}

/** "Sin cello": English has both words, too, but asks for no sin. */
function addSpanishWithout(tokens: readonly Token[], evidence: LanguageSet[]): void {
  tokens.forEach(({ word }, at) => {
    const next = tokens[at + 1];
    if (word === "sin" && next?.gap === "space" && (languagesOf(next.lexeme) & SPANISH) !== 0) evidence[at] = SPANISH;
  });
}

function functionsAt(tokens: readonly Token[], at: number): LanguageSet {
  const token = tokens[at];
  return token === undefined ? NO_LANGUAGE : functionsOf(token.lexeme);
}

/** The same for inflected forms. Too slow to run on every English brief. */
function evidenceOfForms(token: Token, text: string): LanguageSet {
  if (token.word.length < 5 || languagesOf(token.lexeme) !== NO_LANGUAGE) return NO_LANGUAGE;
  const raw = rawWord(token, text);
  let found: LanguageSet = GERMAN_COMPOUND.test(raw) ? only("de") : NO_LANGUAGE;
  for (const language of FOREIGN)
    if (foreignPhrases()[language].byStems.has(foreignStem(language, raw))) found |= only(language);
  return found;
}

/** Capitals within a sentence mark names ("Café del Mar"), except in German, where nouns have them. */
function namesAmong(text: string, tokens: readonly Token[]): boolean[] {
  const isCapital = tokens.map((token) => isCapitalAt(text, token.start));
  if (isCapital.every(Boolean)) return tokens.map(() => false);
  return tokens.map((token, at) => isCapital[at] === true && token.gap !== "sentence");
}

function rawWord(token: Token, text: string): string {
  return text.slice(token.start, token.end).toLowerCase();
}

/** Returns the weight of the English words, and the foreign words with their languages, each word once. */
function weigh(
  tokens: readonly Token[],
  evidence: readonly LanguageSet[],
): [english: number, foreign: Map<string, LanguageSet>] {
  const seen = new Set<string>();
  const foreign = new Map<string, LanguageSet>();
  let english = 0;
  for (const [at, { word, lexeme }] of tokens.entries()) {
    const set = evidence[at] ?? NO_LANGUAGE;
    if (set === NO_LANGUAGE || seen.has(word)) continue;
    seen.add(word);
    if (set === ENGLISH) english += englishWeight(lexeme);
    else foreign.set(word, set);
  }
  return [english, foreign];
}

function englishWeight(lexeme: Lexeme): number {
  return (functionsOf(lexeme) & ENGLISH) !== 0 ? GRAMMAR : BORROWED;
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
    const token = tokens[at];
    if (set === ENGLISH && token !== undefined) english += englishWeight(token.lexeme);
    else if ((set & languages) !== 0) {
      foreign++;
      spoken |= set & languages;
    }
  }
  if (foreign === 0 && english === 0) return mostlyForeign ? languages : NO_LANGUAGE;
  return foreign > english ? spoken : NO_LANGUAGE;
}

/** Whether a stretch of text has only ASCII characters, and no apostrophe. */
function isPlain(text: string, start: number, end = text.length): boolean {
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code > 127 || code === APOSTROPHE) return false;
  }
  return true;
}
