import type { Steps } from "../../lib/steps.ts";
import { isFunctionLexeme } from "../../text/function-words.ts";
import { NO_LANGUAGE } from "../../text/language-set.ts";
import { isNumber } from "../../text/digits.ts";
import { prefixStrength } from "../../text/inflections.ts";
import { isNear } from "../../text/tokens.ts";
import { strengthOfSecondPart } from "../inflected-meaning.ts";
import { hasRole } from "../negation/foreign-words.ts";
import { areInstruments } from "../listed-instruments.ts";
import { claim, isClaimed, type Passage } from "../passage.ts";
import { canBegin, phraseMeaning } from "../phrase-meaning.ts";
import { isUnrelated } from "../spelled-words.ts";
import type { Meaning, Vocabulary } from "../vocabulary.ts";
import { meaningsOf } from "../word-meanings.ts";

/** A phrase of the vocabulary in a passage: tokens `at` to before `to`. */
export interface FoundPhrase {
  readonly at: number;
  readonly to: number;
  readonly meaning: Meaning;
  /** The share that a part like "-inspired" leaves; null without one. */
  readonly secondPart: number | null;
}

/**
 * "70" in "around 70" is a tempo and not the decade, although "70s" has that stem, and "ninety dollars" are no nineties.
 * A four-digit year belongs to its decade.
 */
const TENS: ReadonlySet<string> = new Set("twenty thirty forty fifty sixty seventy eighty ninety".split(" "));
const FIGURES_MAX = 3;

function isNumeral(word: string): boolean {
  return TENS.has(word) || (word.length <= FIGURES_MAX && isNumber(word));
}

/** Words that are read in a step: less than a millisecond. */
const WORDS_PER_STEP = 16;

/** Finds the phrases that no earlier step has claimed, in order and without overlaps, and claims them. */
export function* findingPhrases(passage: Passage, vocabulary: Vocabulary): Steps<readonly FoundPhrase[]> {
  const phrases: FoundPhrase[] = [];
  let at = 0;
  let pause = 0;
  while (at < passage.tokens.length) {
    if (at >= pause) {
      yield;
      pause = at + WORDS_PER_STEP;
    }
    const found = isClaimed(passage, at) ? null : longestPhrase(passage, at, vocabulary);
    if (found === null || (isPrefix(passage, at) && found.to === at + 1)) {
      if (isPrefix(passage, at)) claim(passage, "wish", at, at + 1);
      at++;
    } else if (isLiking(passage, at, found.to, vocabulary)) {
      claim(passage, "wish", at, at + 1);
      at++;
    } else {
      const secondPart = strengthOfSecondPart(passage, found.to);
      const to = found.to + (secondPart === null ? 0 : 1);
      phrases.push({ at, to, meaning: found.meaning, secondPart });
      claim(passage, "wish", at, to);
      at = to;
    }
  }
  return phrases;
}

interface PhraseMatch {
  readonly meaning: Meaning;
  readonly to: number;
}

/** Whether "love" begins a clause and means a liking, not the mood: "love accordion", "love the brass". */
function isLiking({ tokens }: Passage, at: number, to: number, vocabulary: Vocabulary): boolean {
  const [token, next, after] = tokens.slice(at, at + 3);
  if (token?.word !== "love" || to > at + 1 || isNear(token) || next?.gap !== "space") return false;
  const hasArticle = ["the", "a", "an", "some"].includes(next.word);
  const liked = hasArticle ? after : next;
  const facet = liked === undefined ? undefined : vocabulary.meaning(liked.word, liked.stem)?.concepts[0]?.facet;
  return facet === "instrument" || (hasArticle && facet !== undefined);
}

/** Returns the longest phrase at a token. Phrases end at commas, claimed words and changes of polarity. */
function longestPhrase(passage: Passage, at: number, vocabulary: Vocabulary): PhraseMatch | null {
  let longest: PhraseMatch | null = null;
  let words = "";
  let stems = "";
  let hasAnd = false;
  const wordsMax = canBegin(passage, at, vocabulary) ? vocabulary.phraseWordsMax : 1;
  for (let to = at; to < Math.min(passage.tokens.length, at + wordsMax); to++) {
    const token = passage.tokens[to];
    if (token === undefined || isClaimed(passage, to) || passage.polarity[to] !== passage.polarity[at]) break;
    if (to > at && token.gap !== "space" && token.gap !== "hyphen") break;
    // "Drum and bass" and "drum & bass" have the same key. At the start "and" only joins.
    if (to === at && (token.word === "and" || isJoiningE(passage, at))) break;
    if (token.word === "and") {
      hasAnd = true;
      continue;
    }
    words += token.word;
    stems += token.stem;
    // A function word is not looked up by its stem: "music" must not match "musical".
    const isGrammar = to === at && isFunctionLexeme(token.lexeme, passage.languages);
    const isAsWritten = isGrammar || (to === at && (isUnrelated(token.word) || isNumeral(token.word)));
    const meaning = phraseMeaning(passage, at, to + 1, words, isAsWritten ? "" : stems, vocabulary);
    // "20 s" is a length, and "20s" a decade.
    if (token.word === "s" && to === at + 1 && token.gap === "space") continue;
    // "In die" has the key of "indie", but all of it is grammar.
    if (to > at && isAllGrammar(passage, at, to + 1)) continue;
    // "Bass and drums" are no bass drums.
    if (hasAnd && !vocabulary.joins(words, stems)) continue;
    if (vocabulary.mayListInstruments(words, stems) && areInstruments(passage, at, to + 1, vocabulary)) continue;
    if (meaning !== undefined && !(isGrammar && meaning.strength < 1)) longest = { meaning, to: to + 1 };
  }
  return longest ?? inflected(passage, at, vocabulary);
}

/** "Violão e piano" has no electric piano. */
function isJoiningE(passage: Passage, at: number): boolean {
  if (passage.tokens[at]?.word !== "e" || passage.lead[at] === NO_LANGUAGE) return false;
  return passage.tokens[at + 1]?.gap === "space" && hasRole("and", passage, at);
}

function isAllGrammar({ tokens, languages }: Passage, from: number, to: number): boolean {
  return tokens.slice(from, to).every(({ lexeme }) => isFunctionLexeme(lexeme, languages));
}

function inflected(passage: Passage, at: number, vocabulary: Vocabulary): PhraseMatch | null {
  const token = passage.tokens[at];
  const meaning = token === undefined ? undefined : meaningsOf(token.lexeme, vocabulary).inflected;
  return meaning === undefined ? null : { meaning, to: at + 1 };
}

/** Whether the token is a prefix of the next one: "ultra-modern", "semi-classical", "non-aggressive". */
function isPrefix({ tokens }: Passage, at: number): boolean {
  const word = tokens[at]?.word ?? "";
  return tokens[at + 1]?.gap === "hyphen" && (word === "non" || prefixStrength(word) !== undefined);
}
